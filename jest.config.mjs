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
