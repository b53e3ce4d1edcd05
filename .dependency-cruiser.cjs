/** Who may import whom. Each rule says why; `npm run lint` and CI fail on a violation. */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Files that need each other are one thing in two pieces, or two things with one missing between.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-know-only-zod',
      comment: 'What crosses a wire must be usable by anybody, also in a browser.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contracts/src', 'node_modules/zod'] },
    },
    {
      name: 'feed-health-is-pure',
      comment: 'Decisions are functions of their arguments: no clock, no I/O, no library but the contracts.',
      severity: 'error',
      from: { path: '^packages/feed-health/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/feed-health/src', '^packages/contracts/'] },
    },
    {
      name: 'polling-knows-only-ports',
      comment: 'The story of a poll is told without got, drizzle or express: adapters implement its ports.',
      severity: 'error',
      from: { path: '^apps/crawler/src/polling', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^apps/crawler/src/polling',
          '^packages/(contracts|feed-health)/',
          '^packages/service-kit/(src|dist)/(index|logger)',
          '^(node:)?timers/promises$',
        ],
      },
    },
    {
      name: 'polling-takes-only-types-of-the-kit',
      comment: 'It is given a logger; how logs, databases or servers are made is no concern of the story.',
      severity: 'error',
      from: { path: '^apps/crawler/src/polling', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/service-kit/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'discovery-knows-only-ports',
      comment: 'Like the story of a poll, that of a look at an address is told without the web or a parser.',
      severity: 'error',
      from: { path: '^apps/crawler/src/discovery', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^apps/crawler/src/(discovery|polling)/', '^packages/(contracts|feed-health)/'],
      },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment:
        'fetch, extract, store and sources can be replaced one by one; they share ports, and service.ts wires them.',
      severity: 'error',
      from: { path: '^apps/crawler/src/(fetch|extract|store|sources)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/crawler/src/(fetch|extract|store|sources|api)/',
        pathNot: ['^apps/crawler/src/$1/', '/ports\\.ts$'],
      },
    },
    {
      name: 'only-the-composition-root-wires',
      comment: 'One file per service, with its parts beside it, knows how everything fits together.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: ['/src/[^/]+\\.ts$', '\\.test\\.ts$'] },
      to: {
        path: '^apps/[^/]+/src/(main|service|source-(following|polling|readers|discovery)|try-source)\\.ts$',
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'The services talk over HTTP, and each has its own database.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-do-not-import-apps',
      comment: 'A package serves the apps, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'the-source-client-is-light',
      comment: 'Others integrate with it: it needs the contracts and fetch, nothing else.',
      severity: 'error',
      from: { path: '^packages/source-client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/source-client/src', '^packages/contracts/'] },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'An import that cannot be found is a mistake, and would escape every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // What is built is where imports of packages lead to: it counts, but is not looked into.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
