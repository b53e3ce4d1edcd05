/** Who may import whom. Each rule says why; `npm run lint` and CI fail on a violation. */
const INSTALLATION_TOKEN = '^apps/standalone/(src|dist)/installation/installation-token';

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
      name: 'pacing-stands-alone',
      comment: 'Waiting, limits of time and of number: small enough for everybody, so it needs nothing.',
      severity: 'error',
      from: { path: '^packages/pacing/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/pacing/src' },
    },
    {
      name: 'contracts-know-only-zod',
      comment: 'What crosses a wire must be usable by anybody, also in a browser.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/(contracts/src|pacing/)', 'node_modules/zod'] },
    },
    {
      name: 'feed-health-is-pure',
      comment:
        'Decisions are functions of their arguments: no clock, no I/O, nothing but the contracts and the arithmetic of backoff.',
      severity: 'error',
      from: { path: '^packages/feed-health/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/feed-health/src', '^packages/(contracts|pacing)/'] },
    },
    {
      name: 'poll-knows-only-ports',
      comment: 'The story of a poll is told without got, drizzle or express: adapters implement its ports.',
      severity: 'error',
      from: { path: '^apps/crawler/src/poll/', pathNot: ['/testing/', '\\.test\\.ts$'] },
      to: {
        pathNot: [
          '^apps/crawler/src/poll/',
          '^packages/(contracts|feed-health|pacing)/',
          '^packages/service-kit/(src|dist)/index',
          '^(node:)?timers/promises$',
        ],
      },
    },
    {
      name: 'poll-takes-only-types-of-the-kit',
      comment: 'It is given a logger; how logs, databases or servers are made is no concern of the story.',
      severity: 'error',
      from: { path: '^apps/crawler/src/poll/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/service-kit/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'discovery-knows-only-ports',
      comment: 'Like the story of a poll, that of a look at an address is told without the web or a parser.',
      severity: 'error',
      from: { path: '^apps/crawler/src/discovery', pathNot: ['-routes\\.ts$', '\\.test\\.ts$'] },
      to: {
        pathNot: [
          '^apps/crawler/src/(discovery|poll)/',
          '^apps/crawler/src/(fetch|readers)/ports',
          '^apps/crawler/src/readers/watchlist/watchlist-reader',
          '^packages/(contracts|feed-health|pacing)/',
        ],
      },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment:
        'Fetching, reading, storing and following can be replaced one by one; they share ports, and service.ts wires them.',
      severity: 'error',
      from: { path: '^apps/crawler/src/(fetch|readers|store|follow)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/crawler/src/(fetch|robots|readers|store|follow|feeds|content)/',
        pathNot: ['^apps/crawler/src/$1/', '/ports\\.ts$'],
      },
    },
    {
      name: 'only-the-composition-root-wires',
      comment: 'One file per service knows how everything fits together.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: ['/src/[^/]+\\.ts$', '\\.test\\.ts$'] },
      to: {
        path: '^apps/[^/]+/src/(main|service|try-source)\\.ts$',
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment:
        'The services talk over HTTP, and each has its own database. Only the token of this installation is taken from another app.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: ['^apps/$1/', INSTALLATION_TOKEN] },
    },
    {
      name: 'packages-do-not-import-apps',
      comment: 'A package serves the apps, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'the-client-is-light',
      comment:
        'Others integrate with it: it needs the contracts (with zod, for types), pacing, fetch and the verifier of webhooks.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^packages/client/src',
          '^packages/(contracts|pacing)/',
          'node_modules/(standardwebhooks|zod)/',
        ],
      },
    },
    {
      name: 'source-manager-calls-nobody',
      comment:
        'The crawler calls source-manager, never the other way round: one can be down without the other.',
      severity: 'error',
      from: { path: '^apps/source-manager/src' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'the-kit-knows-no-feeds',
      comment: 'What every service needs must not know what these two do.',
      severity: 'error',
      from: { path: '^packages/service-kit/src' },
      to: { path: '^packages/(feed-health|guarded-fetch|client)/' },
    },
    {
      name: 'guarded-fetch-stands-alone',
      comment:
        'What keeps outgoing requests within their limits should be read in one sitting: Node, got, time limits, no more.',
      severity: 'error',
      from: { path: '^packages/guarded-fetch/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^packages/(guarded-fetch/src|pacing/)', 'node_modules/got'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'reading-pool-stands-alone',
      comment:
        'It keeps documents away from the services, and knows neither of them: Node, pacing, and nothing else.',
      severity: 'error',
      from: { path: '^packages/reading-pool/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(reading-pool/src|pacing/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'decode-text-stands-alone',
      comment:
        'Bytes become text in the same way for a feed, a page and a request; none of them is its concern.',
      severity: 'error',
      from: { path: '^packages/decode-text/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^packages/decode-text/src', 'node_modules/(iconv-lite|jschardet)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'the-api-reference-is-a-function',
      comment:
        'A document in, a page out: it needs the shape of the document, and neither files nor a server.',
      severity: 'error',
      from: { path: '^packages/api-reference/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/api-reference/src', '^packages/contracts/', 'node_modules/entities/'] },
    },
    {
      name: 'the-cli-is-a-client',
      comment: 'What it does, everybody can do over HTTP; only the token comes from the installation itself.',
      severity: 'error',
      from: { path: '^apps/cli/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^apps/cli/src',
          '^packages/(contracts|client)/',
          INSTALLATION_TOKEN,
          'node_modules/(commander|@commander-js|string-width)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'standalone-starts-processes',
      comment:
        'It runs the services as anybody would, by their environment: what it took from them would be a second way.',
      severity: 'error',
      from: { path: '^apps/standalone/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|pacing)/' },
    },
    {
      name: 'only-people-use-the-tools',
      comment: 'The command line and `npm start` stand on top of the system; a service runs without them.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '^apps/(cli|standalone)/' },
      to: { path: '^apps/(cli|standalone)/' },
    },
    {
      name: 'the-benchmark-looks-from-outside',
      comment:
        'It starts the services as processes; what it imported from them it would not measure as it runs.',
      severity: 'error',
      from: { path: '^tools/benchmark/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|apps)/', pathNot: '^apps/standalone/(src|dist)/postgres/embedded-postgres' },
    },
    {
      name: 'nothing-needs-the-tools',
      comment: 'They are for developers; nothing that is shipped may depend on them.',
      severity: 'error',
      from: { path: '^(packages|apps|e2e)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'tests-stay-out',
      comment: 'What a test needs is not shipped, and must not become what a service needs.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/[^/]+/src',
        pathNot: ['^packages/test-kit/', '/testing/', '\\.test\\.ts$'],
      },
      to: {
        path: [
          '^packages/test-kit/',
          '^(packages|apps)/[^/]+/((src|dist)/.*testing|tests)/',
          '\\.test\\.ts$',
        ],
      },
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
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
