import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
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

/** One request, one hop, one attempt. Whatever goes wrong is an error of the result, or of the body that is read. */
export function openResponse(url: URL, settings: RequestSettings): Promise<OpenResponse> {
  const { method = 'GET', headers, body, agents, limits, signal } = settings;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const [send, agent] = url.protocol === 'https:' ? [requestHttps, agents.https] : [requestHttp, agents.http];
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = send(bare, {
      method,
      // Node fails on credentials with a percent sign that encodes nothing.
      headers: { ...basicCredentials(url), ...headers },
      agent,
      maxHeaderSize: limits.maxHeaderBytes,
    });
    let response: IncomingMessage | null = null;
    const fail = (error: Error) => {
      // First: Node takes a reset for the end of a body that has no length.
      response?.destroy(error);
      request.destroy(error);
      reject(error);
    };
    const onAbort = () => fail(signal.reason);
    const respond = (message: IncomingMessage) => {
      response = message;
      const { statusCode: status = 0, headers } = message;
      const close = () => {
        message.destroy();
        request.destroy();
      };
      resolve({ url, status, headers, body: message, close });
    };
    limitWire(request, limits, () => response !== null);
    request.on('error', fail);
    request.once('response', respond);
    // We never ask for another protocol. Without a listener Node would close the connection without an error.
    request.once('upgrade', respond);
    signal.addEventListener('abort', onAbort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', onAbort));
    request.end(body);
  });
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
