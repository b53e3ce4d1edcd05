import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PROBLEM_MEDIA_TYPE } from '@feedwarden/contracts';
import { Problem } from './problem.js';

/** Node's error codes for input that is not HTTP, or not in time. */
const PROBLEMS: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

/** Responds to bytes that are not a request, which no route ever sees, with a problem like any other. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // The rest of a request that has its response: a second one could be taken for the response to the next request.
  if ((socket as Socket).bytesWritten > 0) {
    socket.end(() => socket.destroy());
    return;
  }
  const [status, detail] = PROBLEMS[error.code ?? ''] ?? [400, 'not a valid HTTP request'];
  refuse(socket, new Problem(status, detail));
}

/** The service is not a proxy. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  refuse(socket, new Problem(405, 'CONNECT is not supported'));
}

function refuse(socket: Duplex, problem: Problem): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problem.toBody(requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
