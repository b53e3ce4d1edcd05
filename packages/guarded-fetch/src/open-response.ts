import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import got from 'got';
import type { GuardedAgents } from './addresses/guarded-agents.js';
import { limitWire, type WireLimits } from './wire-limit.js';

export interface RequestSettings {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  agents: GuardedAgents;
  limits: WireLimits;
  signal: AbortSignal;
}

/** A response whose head has arrived. Its body stays on the wire until it is read or closed. */
export interface OpenResponse {
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  close(): void;
}

export type Open = (url: URL, settings: RequestSettings) => Promise<OpenResponse>;

/**
 * One request, one hop, one attempt. got's own redirects are not used: its timeout starts anew with every hop,
 * it reads the bodies of redirects without a limit, and it takes a 304 with a Location for a redirect.
 */
export function openResponse(url: URL, settings: RequestSettings): Promise<OpenResponse> {
  const { method = 'GET', headers, body, agents, limits, signal } = settings;
  const { bare, credentials } = withoutCredentials(url);
  const stream = got.stream(bare, {
    method,
    headers: { ...credentials, ...headers },
    ...(body !== undefined && { body }),
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
    const respond = ({ statusCode: status = 0, headers }: IncomingMessage, body: Readable) => {
      hasHead = true;
      resolve({ url, status, headers, body, close: () => void stream.destroy() });
    };
    stream.on('error', (error) => reject(hideRequest(error)));
    stream.once('response', (message: IncomingMessage) => respond(message, stream));
    stream.once('request', (request: ClientRequest) => {
      limitWire(request, limits, () => hasHead);
      // At once: got takes its time, and meanwhile Node takes a reset for the end of a body that has no length.
      request.once('error', (error) => stream.destroy(error));
      // We never ask for another protocol. Without a listener Node would close the connection without an error.
      request.once('upgrade', (message) => respond(message, message));
    });
  });
}

/** got's errors carry the whole request, and with it keys and passwords, which must not reach a log. */
function hideRequest(error: Error): Error {
  return Object.defineProperty(error, 'options', { enumerable: false });
}

/** Credentials are sent as a header: got and Node fail on a percent sign that encodes nothing. */
export function withoutCredentials(url: URL): { bare: URL; credentials: { authorization?: string } } {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return { bare, credentials: basicCredentials(url) };
}

function basicCredentials({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {};
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { authorization: `Basic ${credentials.toString('base64')}` };
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
