import { readFileSync } from 'node:fs';

/** The version in the package.json at `manifest`. */
export function packageVersion(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
