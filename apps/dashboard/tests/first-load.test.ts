import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
}

const dist = new URL('../dist/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, dist));
const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;
const [entry = ''] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);

const KB = 1000;

describe('what a browser loads, without the fonts, in gzip', () => {
  const first = filesOf(entry);

  it('is at most 130 kB with the Overview', () => {
    expect(manifest['src/overview/OverviewPage.tsx']).toBeUndefined();
    expect(bytes(first) + gzipped('index.html')).toBeLessThanOrEqual(130 * KB);
  });

  it.each(pages)('is at most 26 kB more for %s', (page) => {
    const more = [...filesOf(page)].filter((file) => !first.has(file));
    expect(more.length).toBeGreaterThan(0);
    expect(bytes(more)).toBeLessThanOrEqual(26 * KB);
  });

  it('lies beside each file, so that the server compresses nothing', () => {
    for (const file of [...first, 'index.html'])
      for (const ending of ['gz', 'br'])
        expect(read(`${file}.${ending}`).length).toBeLessThan(read(file).length);
  });
});

it('the page holds no code or style of its own, which the policy of the server would refuse', () => {
  const html = read('index.html').toString();
  expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
});

/** A chunk, what it imports, and their styles. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

const gzipped = (file: string) => gzipSync(read(file), { level: 9 }).length;
const bytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0);
