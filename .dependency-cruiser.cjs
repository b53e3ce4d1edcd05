/** Import boundaries. Each rule says why; `npm run lint` and CI fail on a violation. */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files that import each other are either one thing, or two things that lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pacing-stands-alone',
      comment: 'Waiting and limits are needed everywhere, so this package needs nothing.',
      severity: 'error',
      from: { path: '^packages/pacing/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/pacing/src' },
    },
    {
      name: 'contracts-know-only-zod',
      comment: 'The contracts must be usable everywhere, even in a browser.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/(contracts/src|pacing/)', 'node_modules/zod'] },
    },
    {
      name: 'feed-health-is-pure',
      comment:
        'Decisions are functions of their arguments: no clock, no I/O; only the contracts and the arithmetic of backoff.',
      severity: 'error',
      from: { path: '^packages/feed-health/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/feed-health/src', '^packages/(contracts|pacing)/'] },
    },
    {
      name: 'poll-knows-only-ports',
      comment: 'The code of a poll reads without got, drizzle or express: adapters implement its ports.',
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
      comment: 'Polling receives a logger; it does not create loggers, databases or servers.',
      severity: 'error',
      from: { path: '^apps/crawler/src/poll/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/service-kit/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'discovery-knows-only-ports',
      comment: 'Like polling, discovery reads without the web or a parser.',
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
      name: 'the-main-process-parses-nothing',
      comment:
        'Documents by strangers are parsed only in the processes of the reading pool: what the crawler itself loads must not lead to a parser.',
      severity: 'error',
      from: { path: '^apps/crawler/src/(main|extract-main)\\.ts$' },
      to: {
        path: 'node_modules/(feedparser|sax|htmlparser2|cheerio|linkedom|parse5|css-select|@mozilla/readability|sanitize-html|robots-parser)/|^packages/decode-text/|^packages/guarded-fetch/(src|dist)/decode-body',
        reachable: true,
      },
    },
    {
      name: 'opml-is-parsed-elsewhere',
      comment:
        'An OPML file is a document by a stranger, and a selector is a program: both are tried in a process that may die.',
      severity: 'error',
      from: { path: '^apps/source-manager/src/main\\.ts$' },
      to: {
        path: 'node_modules/(htmlparser2|cheerio|cheerio-select|css-select|css-what|parse5|sax)/|^packages/decode-text/',
        reachable: true,
      },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment:
        'Fetching, reading, storing and following can be replaced one by one: they share ports, and service.ts wires them.',
      severity: 'error',
      from: { path: '^apps/crawler/src/(fetch|readers|store|follow)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/crawler/src/(fetch|robots|readers|store|follow|feeds|content)/',
        pathNot: ['^apps/crawler/src/$1/', '/ports\\.ts$'],
      },
    },
    {
      name: 'only-the-composition-root-wires',
      comment: 'One file per service knows how its parts fit together.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: ['/src/[^/]+\\.ts$', '\\.test\\.ts$'] },
      to: {
        path: '^apps/[^/]+/src/(main|service|try-source)\\.ts$',
      },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'The services communicate over HTTP, and each has its own database.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-do-not-import-apps',
      comment: 'Packages serve the apps, never the reverse.',
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
      comment: 'The crawler calls source-manager, never the reverse: either can be down without the other.',
      severity: 'error',
      from: { path: '^apps/source-manager/src' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'the-kit-knows-no-feeds',
      comment: 'What every service needs must not depend on what these two do.',
      severity: 'error',
      from: { path: '^packages/service-kit/src' },
      to: { path: '^packages/(feed-health|guarded-fetch|client)/' },
    },
    {
      name: 'guarded-fetch-stands-alone',
      comment:
        'The code that limits outgoing requests should be readable in one sitting: it uses Node, got and time limits only.',
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
        'It keeps untrusted documents away from the services and knows neither of them: it uses Node and pacing only.',
      severity: 'error',
      from: { path: '^packages/reading-pool/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(reading-pool/src|pacing/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'decode-text-stands-alone',
      comment: 'Decoding bytes is the same for a feed, a page and a request, so it knows none of them.',
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
        'A document in, a page out: it needs the type of the document, but neither files nor a server.',
      severity: 'error',
      from: { path: '^packages/api-reference/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/api-reference/src', '^packages/contracts/', 'node_modules/entities/'] },
    },
    {
      name: 'the-cli-is-a-client',
      comment: 'Everything it does is possible over HTTP; only the token comes from the installation.',
      severity: 'error',
      from: { path: '^apps/cli/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^apps/cli/src',
          '^packages/(contracts|client|installation)/',
          'node_modules/(commander|@commander-js|string-width)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'the-dashboard-is-a-client',
      comment:
        'It calls the public API like everybody else. Of the contracts it takes types only: their schemas, and zod with them, are too heavy for a page.',
      severity: 'error',
      from: { path: '^apps/dashboard/src', pathNot: ['/testing/', '\\.(test|d)\\.ts$'] },
      to: {
        path: ['^packages/', 'node_modules/zod/'],
        pathNot: '^packages/client/(src|dist)/browser',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'standalone-starts-processes',
      comment:
        'It configures the services by their environment, as anybody would: importing from them would be a second way.',
      severity: 'error',
      from: { path: '^apps/standalone/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/installation/' },
    },
    {
      name: 'only-people-use-the-tools',
      comment: 'The command line and `npm start` are built on the services, which run without them.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '^apps/(cli|standalone)/' },
      to: { path: '^apps/(cli|standalone)/' },
    },
    {
      name: 'the-benchmark-looks-from-outside',
      comment: 'It measures the services as processes; code that it imported would run differently.',
      severity: 'error',
      from: { path: '^tools/benchmark/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|apps)/', pathNot: '^apps/standalone/(src|dist)/postgres/embedded-postgres' },
    },
    {
      name: 'nothing-needs-the-tools',
      comment: 'Tools are for developers; nothing that is shipped may depend on them.',
      severity: 'error',
      from: { path: '^(packages|apps|e2e)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'tests-stay-out',
      comment: 'Test helpers are not shipped, so a service must not need them.',
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
      comment: 'An import that cannot be resolved is a mistake, and would escape every other rule.',
      severity: 'error',
      from: {},
      // Modules that a build makes have no file.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
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
