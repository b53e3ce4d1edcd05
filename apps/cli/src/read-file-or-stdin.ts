import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { UsageError } from './exit-codes.js';

/** The bytes of a file; `-` is what comes on stdin. */
export async function readFileOrStdin(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-') return await readStdin(signal);
  try {
    return Uint8Array.from(await readFile(path, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    throw new UsageError(
      `cannot read ${path}: ${WHY_NOT[(error as NodeJS.ErrnoException).code ?? ''] ?? error}`,
    );
  }
}

const WHY_NOT: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not yours to read',
};

async function readStdin(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, process.stdin)) chunks.push(chunk as Buffer);
  return Uint8Array.from(Buffer.concat(chunks));
}
