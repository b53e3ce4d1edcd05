import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const rows = readFileSync(join(ROOT, 'docs/scenarios.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (.+) \| `(.+)` \| (.+) \|$/.exec(line))
  .flatMap((match) => (match ? [{ behaviour: match[1], file: match[2] ?? '', title: match[3] ?? '' }] : []));

describe('the table of behaviours', () => {
  it('given the document, when it is read, then it has rows', () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(rows)('given "$behaviour", when its test is looked for, then it is there', ({ file, title }) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
  });
});
