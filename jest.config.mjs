const project = (name, testMatch) => ({
  displayName: name,
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@feedwarden/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
});

export default {
  maxWorkers: '100%',
  // Jest kills workers that need more than half a second to exit. Freeing a large heap takes that long on a busy machine,
  // and the heap of a worker grows with every test file; beyond this limit, the worker is replaced.
  workerIdleMemoryLimit: '384MB',
  // For stories with real processes on a busy machine; a test that hangs still ends.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/scripts/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/scripts/jest-global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/closing-count-reporter.mjs'],
  projects: [
    project('unit', ['<rootDir>/{packages,apps,tools}/*/src/**/*.test.ts']),
    project('integration', ['<rootDir>/{packages,apps}/*/tests/**/*.test.ts']),
    project('e2e', ['<rootDir>/e2e/**/*.test.ts']),
  ],
};
