import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Variables that are set already win over the file. */
export function loadEnvFileIfPresent(directory: string): void {
  const path = resolve(directory, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}
