import type { ClientRequest } from 'node:http';
import { FetchError } from './fetch-failure.js';
import type { FetchLimits } from './fetch-limits.js';

export type WireLimits = Pick<FetchLimits, 'maxHeaderBytes' | 'maxBytes'>;

/** The head may follow interim responses ("early hints" and the like), each as long as a head may be. */
const HEADS = 4;

/**
 * Ends a request that receives more bytes than a sound response has. Whoever reads the body sees neither interim
 * responses nor headers, framing and trailers.
 */
export function limitWire(request: ClientRequest, limits: WireLimits, hasHead: () => boolean): void {
  const { maxHeaderBytes, maxBytes } = limits;
  // A piece of one byte has a larger frame, but no sound server sends more framing than body.
  const maxTotal = HEADS * maxHeaderBytes + 2 * maxBytes;
  request.once('socket', (socket) => {
    socket.on('data', () => {
      const max = hasHead() ? maxTotal : HEADS * maxHeaderBytes;
      if (socket.bytesRead > max)
        request.destroy(tooMuch(hasHead() ? 'the response' : 'the head of the response'));
    });
  });
}

function tooMuch(what: string): FetchError {
  return new FetchError({ kind: 'too_large', detail: `${what} is too large on the wire` });
}
