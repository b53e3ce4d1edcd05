// Prints the shape of the source tree: how large its files and folders are, and which files may be too small.
//   node scripts/source-shape.mjs           the figures
//   node scripts/source-shape.mjs --list    and the files behind them
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { byFolder, sourceFiles } from './source-files.mjs';

const ROOT = join(import.meta.dirname, '..');
const IMPORT = /(?:from|import\(?|new URL\()\s*'(\.[^']+)'/g;

const paths = sourceFiles(ROOT).filter((path) => !path.includes('/testing/'));
const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const lines = new Map([...texts].map(([path, text]) => [path, text.trimEnd().split('\n').length]));
const importers = countImporters();

const sorted = [...lines.values()].sort((a, b) => a - b);
const quantile = (share) => sorted[Math.floor(share * (sorted.length - 1))];
const folders = [...byFolder(paths)].sort(([, a], [, b]) => b.length - a.length);
const [fullest, itsFiles] = folders[0];
const large = paths.filter((path) => lines.get(path) > 200);
const tiny = paths.filter((path) => lines.get(path) <= 15 && !path.endsWith('/index.ts'));
const small = paths.filter((path) => lines.get(path) <= 25 && importers.get(path) === 1);

const percent = (part) => `${((100 * part) / paths.length).toFixed(1)} %`;
console.log(`files                             ${paths.length} in ${folders.length} folders`);
console.log(`lines: median, p90, longest       ${quantile(0.5)}, ${quantile(0.9)}, ${sorted.at(-1)}`);
console.log(`fullest folder                    ${itsFiles.length} (${fullest})`);
console.log(`folders of more than 14 files     ${folders.filter(([, files]) => files.length > 14).length}`);
console.log(`files of more than 200 lines      ${large.length}`);
console.log(`files of 15 lines or fewer        ${tiny.length} (${percent(tiny.length)}), without index.ts`);
console.log(`one importer, 25 lines or fewer   ${small.length}`);

if (process.argv.includes('--list')) {
  const crowded = folders.filter(([, files]) => files.length > 14);
  print(
    'folders of more than 14 files',
    crowded.map(([folder, files]) => `${files.length} ${folder}`),
  );
  print('files of more than 200 lines', large.map(withLines));
  print('files of 15 lines or fewer', tiny.map(withLines));
  print('one importer, 25 lines or fewer', small.map(withLines));
}

function withLines(path) {
  return `${lines.get(path)} ${path}`;
}

function print(title, rows) {
  console.log(`\n== ${title}`);
  for (const row of rows) console.log(row);
}

/** How many files of the same package import a file; an index that exports it is one of them. */
function countImporters() {
  const counts = new Map(paths.map((path) => [path, 0]));
  for (const [path, text] of texts)
    for (const imported of new Set([...text.matchAll(IMPORT)].map(([, name]) => name))) {
      const target = normalize(join(dirname(path), imported));
      for (const ending of ['.ts', '.tsx']) {
        const file = target.replace(/\.js$/, ending);
        if (counts.has(file)) counts.set(file, counts.get(file) + 1);
      }
    }
  return counts;
}
