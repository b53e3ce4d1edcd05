// Writes the pages that are generated: `npm run docs`. With --check it only compares, and fails when one is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cliReference } from './reference/cli.mjs';
import { policyReference } from './reference/policies.mjs';
import { envExample, settingsReference } from './reference/settings.mjs';

const PAGES = {
  'docs/reference/cli.md': cliReference,
  'docs/reference/settings.md': settingsReference,
  'docs/reference/policies.md': policyReference,
  '.env.example': envExample,
};

for (const [path, render] of Object.entries(PAGES)) {
  const file = resolve(import.meta.dirname, '..', path);
  const text = render();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is out of date: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`${path} written`);
  }
}
