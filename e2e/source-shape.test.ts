import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { byFolder, sourceFiles } from '../scripts/source-files.mjs';

const ROOT = join(import.meta.dirname, '..');
/** An index only names what a package exports. */
const files = sourceFiles(ROOT).filter((path) => !path.endsWith('/index.ts'));

describe('the source tree', () => {
  it('has no folder with more than 14 files', () => {
    const crowded = [...byFolder(files)].filter(([, paths]) => paths.length > 14);
    expect(crowded.map(([folder, paths]) => `${folder}: ${paths.length}`)).toEqual([]);
  });

  it('has no file with more than 200 lines', () => {
    const lines = (path: string) => readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length;
    expect(files.filter((path) => lines(path) > 200)).toEqual([]);
  });
});
