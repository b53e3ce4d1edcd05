import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { withoutCredentials } from '@feedwarden/contracts';
import type { GuardedAgents } from '@feedwarden/guarded-fetch';
import got from 'got';
import { basicCredentials } from './basic-credentials.js';
import { limitWire, type WireLimits } from './wire-limit.js';

export interface RequestSettings {
  headers: Record<string, string>;
  agents: GuardedAgents;
  limits: WireLimits;
  signal: AbortSignal;
}

/** An answer whose head has arrived. Its body is still on the wire until it is read or closed. */
export interface Answer {
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  close(): void;
}

/**
 * One request, one hop, one attempt. got's own redirects are not used: its timeout starts anew with every hop,
 * it reads the bodies of redirects without a limit, and it takes a 304 with a Location for a redirect.
 */
export function openAnswer(url: URL, { headers, agents, limits, signal }: RequestSettings): Promise<Answer> {
  // Given as a header instead: got and Node fail on a percent sign that encodes nothing.
  const stream = got.stream(withoutCredentials(url), {
    headers: { ...basicCredentials(url), ...headers },
    agent: agents,
    maxHeaderSize: limits.maxHeaderBytes,
    signal,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
  return new Promise((resolve, reject) => {
    let hasHead = false;
    const answer = ({ statusCode: status = 0, headers }: IncomingMessage, body: Readable) => {
      hasHead = true;
      resolve({ url, status, headers, body, close: () => void stream.destroy() });
    };
    stream.on('error', (error) => reject(hideRequest(error)));
    stream.once('response', (message: IncomingMessage) => answer(message, stream));
    stream.once('request', (request: ClientRequest) => {
      limitWire(request, limits, () => hasHead);
      // At once: got takes its time, and meanwhile Node takes a reset for the end of a body that has no length.
      request.once('error', (error) => stream.destroy(error));
      // Nobody asked for another protocol. Without a listener Node would close the connection and say nothing.
      request.once('upgrade', (message) => answer(message, message));
    });
  });
}

/** got's errors carry the whole request, and with it keys and passwords: not for the eyes of a log. */
function hideRequest(error: Error): Error {
  return Object.defineProperty(error, 'options', { enumerable: false });
}
