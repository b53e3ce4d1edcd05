import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodersOf } from './decompress.js';
import type { FetchLimits } from './fetch-limits.js';
import type { Answer } from './open-answer.js';
import { RemoteFault } from './remote-fault.js';

export type BodyLimits = Pick<FetchLimits, 'maxBytes' | 'maxRatio'>;

/** Up to this part of the allowed size, a body costs too little to ask how well it was compressed. */
const HARMLESS_PART = 0.1;

/**
 * The whole body, decompressed while it comes: the moment it breaks a limit, reading ends. `onProgress` is called for
 * every piece that comes over the wire.
 */
export async function readBody(
  answer: Answer,
  { maxBytes, maxRatio }: BodyLimits,
  onProgress = () => {},
): Promise<Buffer> {
  if (Number(answer.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  let received = 0;
  const fromWire = metered((total) => {
    received = total;
    onProgress();
    return total > maxBytes ? tooLarge(maxBytes) : null;
  });
  const isBomb = (total: number) => total > received * maxRatio && total > maxBytes * HARMLESS_PART;
  const decoded = (total: number) => {
    if (total > maxBytes) return tooLarge(maxBytes);
    return isBomb(total) ? tooDense(maxRatio) : null;
  };
  const decoders = decodersOf(answer.headers['content-encoding'], isFramed(answer));
  const chunks: Buffer[] = [];
  const steps = decoders.flatMap((decoder) => [...decoder, metered(decoded)]);
  try {
    await pipeline([answer.body, fromWire, ...steps, collector(chunks)]);
  } catch (error) {
    // Nothing at all is nothing in every encoding, but not to every decoder.
    if (received > 0 || !isEndOfNothing(error)) throw error;
  }
  return Buffer.concat(chunks);
}

/** Passes everything on as long as `check` finds no fault with how much it was so far. */
function metered(check: (total: number) => RemoteFault | null): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      done(check(total), chunk);
    },
  });
}

function collector(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

function isFramed({ headers }: Answer): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function isEndOfNothing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
}

function tooLarge(maxBytes: number): RemoteFault {
  return new RemoteFault({ kind: 'too_large', detail: `the answer is larger than ${maxBytes} bytes` });
}

function tooDense(maxRatio: number): RemoteFault {
  const detail = `the answer is more than ${maxRatio} times larger than what was sent`;
  return new RemoteFault({ kind: 'too_large', detail });
}
