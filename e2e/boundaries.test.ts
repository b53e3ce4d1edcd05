import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = new URL('..', import.meta.url).pathname;
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string }[];
};

/** For each rule, a file with an import that the rule forbids. */
const VIOLATIONS: Record<string, { file: string; content: string }> = {
  'no-circles': { file: 'packages/contracts/src/circle-end.ts', content: "export * from './circle.js';" },
  'pacing-stands-alone': { file: 'packages/pacing/src/probe.ts', content: "import 'node:timers';" },
  'contracts-know-only-zod': { file: 'packages/contracts/src/probe.ts', content: "import 'node:fs';" },
  'feed-health-is-pure': { file: 'packages/feed-health/src/probe.ts', content: "import 'node:timers';" },
  'poll-knows-only-ports': { file: 'apps/crawler/src/poll/probe-got.ts', content: "import 'got';" },
  'poll-takes-only-types-of-the-kit': {
    file: 'apps/crawler/src/poll/probe-kit.ts',
    content: "import { createLogger } from '@feedwarden/service-kit';\ncreateLogger;",
  },
  'discovery-knows-only-ports': { file: 'apps/crawler/src/discovery/probe.ts', content: "import 'cheerio';" },
  'the-main-process-parses-nothing': {
    file: 'apps/crawler/src/main.ts',
    content: "import './readers/feed/extract-feed.js';",
  },
  'opml-is-parsed-elsewhere': {
    file: 'apps/source-manager/src/main.ts',
    content: "import './opml/read-opml.js';",
  },
  'adapters-do-not-know-each-other': {
    file: 'apps/crawler/src/fetch/probe.ts',
    content: "import '../store/schema.js';",
  },
  'only-the-composition-root-wires': {
    file: 'apps/crawler/src/content/probe.ts',
    content: "import '../service.js';",
  },
  'apps-do-not-import-apps': {
    file: 'apps/crawler/src/probe.ts',
    content: "import '../../source-manager/src/config.js';",
  },
  'packages-do-not-import-apps': {
    file: 'packages/service-kit/src/probe.ts',
    content: "import '../../../apps/crawler/src/config.js';",
  },
  'the-client-is-light': {
    file: 'packages/client/src/probe.ts',
    content: "import 'node:http';",
  },
  'source-manager-calls-nobody': {
    file: 'apps/source-manager/src/sources/probe.ts',
    content: "import '../../../../packages/client/src/index.js';",
  },
  'the-kit-knows-no-feeds': {
    file: 'packages/service-kit/src/probe-feeds.ts',
    content: "import '../../feed-health/src/index.js';",
  },
  'guarded-fetch-stands-alone': {
    file: 'packages/guarded-fetch/src/probe.ts',
    content: "import '../../contracts/src/index.js';",
  },
  'reading-pool-stands-alone': {
    file: 'packages/reading-pool/src/probe.ts',
    content: "import '../../contracts/src/index.js';",
  },
  'decode-text-stands-alone': {
    file: 'packages/decode-text/src/probe.ts',
    content: "import '../../contracts/src/index.js';",
  },
  'the-api-reference-is-a-function': {
    file: 'packages/api-reference/src/probe.ts',
    content: "import 'node:fs';",
  },
  'the-cli-is-a-client': {
    file: 'apps/cli/src/probe.ts',
    content: "import '@feedwarden/service-kit';",
  },
  'the-dashboard-is-a-client': {
    file: 'apps/dashboard/src/probe.ts',
    content: "import { sourceSchema } from '@feedwarden/contracts';\nsourceSchema;",
  },
  'standalone-starts-processes': {
    file: 'apps/standalone/src/probe.ts',
    content: "import '../../../packages/service-kit/src/index.js';",
  },
  'only-people-use-the-tools': {
    file: 'apps/crawler/src/probe-tools.ts',
    content: "import '../../cli/src/run.js';",
  },
  'the-benchmark-looks-from-outside': {
    file: 'tools/benchmark/src/probe.ts',
    content: "import '../../../apps/crawler/src/config.js';",
  },
  'nothing-needs-the-tools': {
    file: 'apps/crawler/src/probe-benchmark.ts',
    content: "import '../../../tools/benchmark/src/farm/feed-text.js';",
  },
  'tests-stay-out': {
    file: 'apps/crawler/src/probe-tests.ts',
    content: "import '@feedwarden/test-kit';",
  },
  'nothing-unresolvable': {
    file: 'apps/crawler/src/content/probe-lost.ts',
    content: "import './nowhere.js';",
  },
};

describe('the import boundaries', () => {
  let copy: string;

  beforeAll(async () => {
    copy = await copyOfTheTree();
    for (const { file, content } of Object.values(VIOLATIONS))
      await writeFile(join(copy, file), `${content}\n`);
    await writeFile(join(copy, 'packages/contracts/src/circle.ts'), "export * from './circle-end.js';\n");
  });
  afterAll(() => rm(copy, { recursive: true }));

  it('finds a forbidden import by every rule', async () => {
    const found = await violationsIn(copy);
    for (const { name } of rules.forbidden) {
      expect(VIOLATIONS).toHaveProperty([name]);
      expect(found).toContainEqual({ rule: name, file: VIOLATIONS[name]?.file });
    }
  });
});

async function copyOfTheTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'feedwarden-boundaries-'));
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.tests.json', '.dependency-cruiser.cjs'])
    await cp(join(ROOT, file), join(copy, file));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // Links between packages are relative: copied verbatim, they point into the copy.
  for (const group of ['packages', 'apps', 'tools'])
    await cp(join(ROOT, group), join(copy, group), { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function violationsIn(directory: string): Promise<{ rule: string; file: string }[]> {
  const depcruise = join(ROOT, 'node_modules/.bin/depcruise');
  const folders = ['packages', 'apps', 'tools'].map((group) => `${group}/*/src`);
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const run = promisify(execFile)(depcruise, [...options, ...folders], {
    cwd: directory,
    maxBuffer: 100 * 1024 * 1024,
  });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => ({ rule: rule.name, file: from }));
}
