import { spawnSync } from 'node:child_process';
import { it } from '@jest/globals';

/**
 * For a test that needs a program that a fresh machine can lack. It is skipped aloud there, and never in CI, which
 * installs the Debian package.
 */
export function whereFound(
  program: string,
  debianPackage: string,
  isFound = spawnSync(program, ['--version']).error === undefined,
): typeof it | typeof it.skip {
  if (isFound) return it;
  const missing = `${program} is not installed (Debian: ${debianPackage})`;
  if (process.env.CI) throw new Error(`${missing}; .ci/run installs it`);
  process.stderr.write(`SKIPPED: ${missing}\n`);
  return it.skip;
}
