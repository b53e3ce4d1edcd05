import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ThrowAwayDir {
  path: string;
  remove(): void;
}

export function throwAwayDir(): ThrowAwayDir {
  const path = mkdtempSync(join(tmpdir(), 'feedwarden-standalone-'));
  // Root runs PostgreSQL as another user, who must get through.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
