import type { ReceivedBody } from './decode-body.js';
import { FetchError } from './fetch-failure.js';
import type { FetchLimits } from './fetch-limits.js';
import type { OpenResponse } from './open-response.js';

export type BodyLimits = Pick<FetchLimits, 'maxBytes' | 'maxRatio'>;

/**
 * The whole body as it is on the wire. Reading ends the moment it is too large. `onChunk` is called for every chunk, and
 * the next one is read when it allows.
 */
export async function readBody(
  { headers, body }: OpenResponse,
  limits: BodyLimits,
  onChunk: (bytes: number) => Promise<void> | null = () => null,
): Promise<ReceivedBody> {
  const { maxBytes } = limits;
  const tooLarge = () =>
    new FetchError({ kind: 'too_large', detail: `the response is larger than ${maxBytes} bytes` });
  if (Number(headers['content-length']) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw tooLarge();
    chunks.push(chunk);
    const wait = onChunk(chunk.length);
    if (wait !== null) await wait;
  }
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return {
    bytes: Buffer.concat(chunks),
    encoding: headers['content-encoding'] ?? null,
    isFramed,
    limits: { maxBytes, maxRatio: limits.maxRatio },
  };
}
