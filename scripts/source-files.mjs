import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The files that are shipped: TypeScript in a `src` folder, without the tests beside it.
 *
 * @param {string} root
 * @returns {string[]} paths from the root, with `/`
 */
export function sourceFiles(root) {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((part) => `${group}/${part}/src`))
    .flatMap((folder) => filesBelow(root, folder));
}

/**
 * @param {string[]} paths
 * @returns {Map<string, string[]>} the paths of each folder
 */
export function byFolder(paths) {
  const folders = new Map();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return folders;
}

function filesBelow(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return []; // what is left of a part that was removed
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path);
    return /\.tsx?$/.test(path) && !/\.(test|d)\.ts$/.test(path) ? [path] : [];
  });
}
