import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodersOf } from './decompress.js';
import { FetchError } from './fetch-failure.js';
import type { FetchLimits } from './fetch-limits.js';
import type { OpenResponse } from './open-response.js';

export type BodyLimits = Pick<FetchLimits, 'maxBytes' | 'maxRatio'>;

/** A body below this share of the allowed size is harmless, however well it was compressed. */
const HARMLESS_SHARE = 0.1;

/**
 * The whole body, decompressed as it arrives. Reading ends the moment it breaks a limit. `onProgress` is called for
 * every chunk from the wire.
 */
export async function readBody(
  response: OpenResponse,
  { maxBytes, maxRatio }: BodyLimits,
  onProgress = () => {},
): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  let received = 0;
  const fromWire = metered((total) => {
    received = total;
    onProgress();
    return total > maxBytes ? tooLarge(maxBytes) : null;
  });
  const isBomb = (total: number) => total > received * maxRatio && total > maxBytes * HARMLESS_SHARE;
  const decoded = (total: number) => {
    if (total > maxBytes) return tooLarge(maxBytes);
    return isBomb(total) ? tooDense(maxRatio) : null;
  };
  const decoders = decodersOf(response.headers['content-encoding'], isFramed(response));
  const chunks: Buffer[] = [];
  const steps = decoders.flatMap((decoder) => [...decoder, metered(decoded)]);
  try {
    await pipeline([response.body, fromWire, ...steps, collector(chunks)]);
  } catch (error) {
    // An empty body is empty in every encoding, but some decoders call it truncated.
    if (received > 0 || !isTruncation(error)) throw error;
  }
  const body = Buffer.concat(chunks);
  return isGzip(body) ? gunzipped(body, decoded) : body;
}

/** Some servers send compressed files as they are, without the header that says so. */
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b && body[2] === 8;

async function gunzipped(body: Buffer, check: (total: number) => FetchError | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const steps = decodersOf('gzip', true).flat();
  await pipeline([Readable.from([body]), ...steps, metered(check), collector(chunks)]);
  return Buffer.concat(chunks);
}

/** Passes everything on until `check` objects to the total so far. */
function metered(check: (total: number) => FetchError | null): Transform {
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

function isFramed({ headers }: OpenResponse): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function isTruncation(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError({ kind: 'too_large', detail: `the response is larger than ${maxBytes} bytes` });
}

function tooDense(maxRatio: number): FetchError {
  const detail = `the response is more than ${maxRatio} times larger than what was sent`;
  return new FetchError({ kind: 'too_large', detail });
}
