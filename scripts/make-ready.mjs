// Installs and builds what has changed since the last time; says nothing when there is nothing to do. What it prints
// goes to stderr: stdout belongs to the command that comes after it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const STAMP = join(ROOT, 'node_modules/.feedwarden-ready.json');
const parts = ['packages', 'apps', 'tools'].flatMap((group) =>
  filesIn(group, (name) => existsSync(join(ROOT, group, name, 'package.json'))),
);

const stamp = readStamp();
const dependencies = digest(
  [
    ...['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...filesIn('patches')],
    ...parts.map((part) => join(part, 'package.json')),
  ],
  (path) => readFileSync(path),
);
if (stamp.dependencies !== dependencies) await step('Installing …', 'bootstrap', 'inherit');
const sources = digest(['tsconfig.base.json', ...parts.flatMap(sourcesOf)], (path) => {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
});
const isBuilt = parts.every((part) => !hasFile(part, 'tsconfig.json') || hasFile(part, 'dist'));
if (stamp.dependencies !== dependencies || stamp.sources !== sources || !isBuilt) {
  await step('Building …', 'build', 'pipe');
  writeFileSync(STAMP, JSON.stringify({ dependencies, sources }));
}

/** Runs a script of package.json; one whose output is piped shows how long it takes, and its output when it fails. */
async function step(title, script, output) {
  const started = Date.now();
  const isQuiet = output === 'pipe';
  const isTerminal = isQuiet && process.stderr.isTTY;
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stderr.write(isTerminal ? title : `${title}\n`);
  const tick = isTerminal && setInterval(() => process.stderr.write(`\r${title} ${seconds()} s`), 1000);
  const child = spawn('npm', ['run', '-s', script], {
    cwd: ROOT,
    stdio: ['ignore', isQuiet ? 'pipe' : 2, isQuiet ? 'pipe' : 2],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  if (tick) {
    clearInterval(tick);
    process.stderr.write(`\r${title} done in ${seconds()} s\n`);
  }
  if (status === 0) return;
  process.stderr.write(Buffer.concat(said));
  process.exit(status);
}

function sourcesOf(part) {
  const own = ['package.json', 'tsconfig.json', 'index.html', 'vite.config.ts'];
  const folders = ['src', 'build', 'public'].filter((folder) => hasFile(part, folder));
  const source = folders.flatMap((folder) =>
    // Folders count, too: one that lost a file has another time.
    readdirSync(join(ROOT, part, folder), { recursive: true }).map((name) => join(folder, name)),
  );
  return [...own.filter((name) => hasFile(part, name)), ...source].map((name) => join(part, name));
}

function digest(paths, contentOf) {
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(`${path}\n`)
      .update(contentOf(join(ROOT, path)))
      .update('\n');
  return hash.digest('hex');
}

function filesIn(folder, isWanted = () => true) {
  return hasFile(folder)
    ? readdirSync(join(ROOT, folder))
        .filter(isWanted)
        .map((name) => join(folder, name))
    : [];
}

function hasFile(...path) {
  return existsSync(join(ROOT, ...path));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}
