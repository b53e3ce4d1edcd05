import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../apps/cli/src/program.js';
import { sourceFiles } from '../scripts/source-files.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const documents = ['.', 'docs', 'docs/adr', 'docs/how-to', 'docs/reference', 'packages/client'].flatMap(
  markdownIn,
);
const program = createProgram(() => async () => {});
const decisions = markdownIn('docs/adr').sort();

describe('the documentation', () => {
  it.each(documents)('links only to existing files in %s', (document) => {
    const targets = found(/\]\((?!https?:)([^)#]+)/g, read(document));
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
  });

  it.each(documents)('names only npm scripts that exist in %s', (document) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = found(/npm run (?:-s )?([a-z-]+)/g, read(document));
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });

  it.each(documents)('names only commands and options that feedwarden has in %s', (document) => {
    const calls = found(/(?:^|`|\$\()(feedwarden [^`#|&)\n]+)/gm, read(document));
    expect(calls.flatMap(unknownIn)).toEqual([]);
  });

  it('names existing tests for the invariants of ARCHITECTURE', () => {
    const files = new Set(['packages', 'apps', 'e2e'].flatMap(testsBelow));
    const tests = found(/`([a-z-]+\.test)`/g, architecture);
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter((test) => !files.has(`${test}.ts`))).toEqual([]);
  });

  it('names existing files in the ways through the code of ARCHITECTURE', () => {
    const [, ways = ''] = /## Five ways(.*?)\n## /s.exec(architecture) ?? [];
    const files = new Set(sourceFiles(ROOT));
    const named = found(/`([a-z]+[a-z-]*(?:\/[a-z-]+)+)`/g, ways);
    const missing = named.filter((path) => {
      const [first, ...rest] = path.split('/');
      const places = ['apps/crawler/src', 'apps/source-manager/src'].map((app) => `${app}/${path}.ts`);
      return ![...places, `packages/${first}/src/${rest.join('/')}.ts`].some((place) => files.has(place));
    });
    expect(named.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  it('names existing boundary rules in ARCHITECTURE', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    const boundaries = found(/boundary `([a-z-]+)`/g, architecture);
    expect(boundaries.length).toBeGreaterThan(0);
    expect(forbidden.map(({ name }) => name)).toEqual(expect.arrayContaining(boundaries));
  });

  it.each(['packages', 'apps'])('has a row in ARCHITECTURE for every part of %s', (group) => {
    const parts = readdirSync(join(ROOT, group)).filter((part) =>
      existsSync(join(ROOT, group, part, 'package.json')),
    );
    expect(parts.filter((part) => !architecture.includes(`\n| \`${group}/${part}\` |`))).toEqual([]);
  });
});

describe('the decision records', () => {
  it('are numbered without gaps or duplicates', () => {
    const numbers = decisions.map(numberOf);
    expect(numbers).toEqual(decisions.map((_path, index) => index + 1));
  });

  it('are listed in docs/README.md', () => {
    const index = read('docs/README.md');
    expect(decisions.filter((path) => !index.includes(`](${path.replace('docs/', '')})`))).toEqual([]);
  });

  it.each(decisions)('keeps %s short, with its number in the title', (path) => {
    const text = read(path);
    expect(text).toMatch(new RegExp(`^# ${numberOf(path)}[.] `));
    expect(text.split('\n').length).toBeLessThanOrEqual(41);
  });
});

/** What feedwarden does not have: a word that is no command of a group, or an option. */
function unknownIn(call: string): string[] {
  let command: ReturnType<typeof createProgram> = program;
  const unknown: string[] = [];
  for (const word of call.trim().split(/\s+/).slice(1)) {
    const [option] = word.split('=');
    if (option?.startsWith('-')) {
      const known = [command, program].flatMap(({ options }) => options).map(({ long }) => long);
      if (!['--help', ...known].includes(option)) unknown.push(`${call}: ${word}`);
    } else if (command.commands.length > 0) {
      const named = command.commands.find((candidate) => candidate.name() === word);
      if (!named) return [...unknown, `${call}: ${word}`];
      command = named;
    }
  }
  return unknown;
}

function numberOf(path: string): number {
  return Number(/(\d{4})-/.exec(path)?.[1]);
}

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => join(folder, name));
}

function found(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function testsBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name))
      return testsBelow(join(folder, entry.name));
    return entry.name.endsWith('.test.ts') ? [entry.name] : [];
  });
}
