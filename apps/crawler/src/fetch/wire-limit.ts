import type { ClientRequest } from 'node:http';
import type { FetchLimits } from './fetch-limits.js';
import { RemoteFault } from './remote-fault.js';

export type WireLimits = Pick<FetchLimits, 'maxHeaderBytes' | 'maxBytes'>;

/** Before the head there may be others, "early hints" and the like, each as long as a head may be. */
const HEADS = 4;

/**
 * Ends a request that gets more bytes than any sound answer has, whatever they are: interim answers, headers, framing
 * and trailers are never seen by who reads the body.
 */
export function limitWire(request: ClientRequest, limits: WireLimits, hasHead: () => boolean): void {
  const { maxHeaderBytes, maxBytes } = limits;
  // A piece of one byte has a larger frame. Nobody needs more frame than picture.
  const mostOfAll = HEADS * maxHeaderBytes + 2 * maxBytes;
  request.once('socket', (socket) => {
    socket.on('data', () => {
      const most = hasHead() ? mostOfAll : HEADS * maxHeaderBytes;
      if (socket.bytesRead > most)
        request.destroy(tooMuch(hasHead() ? 'the answer' : 'the head of the answer'));
    });
  });
}

function tooMuch(what: string): RemoteFault {
  return new RemoteFault({ kind: 'too_large', detail: `${what} takes too many bytes on the wire` });
}
