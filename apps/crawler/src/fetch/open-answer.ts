import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { GuardedAgents } from '@feedwarden/address-guard';
import got from 'got';

export interface RequestSettings {
  headers: Record<string, string>;
  agents: GuardedAgents;
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
export function openAnswer(url: URL, { headers, agents, signal }: RequestSettings): Promise<Answer> {
  const body = got.stream(url, {
    headers,
    agent: agents,
    signal,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
  return new Promise((resolve, reject) => {
    body.on('error', (error) => reject(hideRequest(error)));
    body.once('response', ({ statusCode, headers }) => {
      resolve({ url, status: statusCode, headers, body, close: () => body.destroy() });
    });
  });
}

/** got's errors carry the whole request, and with it keys and passwords: not for the eyes of a log. */
function hideRequest(error: Error): Error {
  return Object.defineProperty(error, 'options', { enumerable: false });
}
