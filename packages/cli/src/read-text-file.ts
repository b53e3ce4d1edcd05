import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { decodeText } from '@feedwarden/decode-text';
import { UsageError } from './exit-codes.js';

/** A file as text, in whatever character set it is; `-` is what comes on stdin. */
export async function readTextFile(path: string, signal: AbortSignal): Promise<string> {
  if (path === '-') return decodeText(await readStdin(signal), null);
  try {
    return decodeText(await readFile(path, { signal }), null);
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

async function readStdin(signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, process.stdin)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
