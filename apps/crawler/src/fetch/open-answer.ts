import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { GuardedAgents } from '@feedwarden/address-guard';
import got from 'got';
import { basicCredentials } from './basic-credentials.js';
import { RemoteFault } from './remote-fault.js';

export interface RequestSettings {
  headers: Record<string, string>;
  agents: GuardedAgents;
  maxHeaderBytes: number;
  signal: AbortSignal;
}

/** An answer whose head has arrived. Its body is still on the wire until it is read or closed. */
export interface Answer {
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  /** What has come of it so far, head and framing included. */
  wireBytes(): number;
  close(): void;
}

/** "Early hints" and the like before the answer: each has its own head, so no limit on one head stops them. */
const MAX_INTERIM_ANSWERS = 20;

/**
 * One request, one hop, one attempt. got's own redirects are not used: its timeout starts anew with every hop,
 * it reads the bodies of redirects without a limit, and it takes a 304 with a Location for a redirect.
 */
export function openAnswer(
  url: URL,
  { headers, agents, maxHeaderBytes, signal }: RequestSettings,
): Promise<Answer> {
  const stream = got.stream(withoutUserInfo(url), {
    headers: { ...basicCredentials(url), ...headers },
    agent: agents,
    maxHeaderSize: maxHeaderBytes,
    signal,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
  const answerOf = (
    { statusCode: status = 0, headers, socket }: IncomingMessage,
    body: Readable,
  ): Answer => ({
    url,
    status,
    headers,
    body,
    wireBytes: () => socket.bytesRead,
    close: () => void stream.destroy(),
  });
  return new Promise((resolve, reject) => {
    stream.on('error', (error) => reject(hideRequest(error)));
    stream.once('response', (message: IncomingMessage) => resolve(answerOf(message, stream)));
    stream.once('request', (request: ClientRequest) => {
      limitInterimAnswers(request);
      // Nobody asked for another protocol. Without a listener Node would close the connection and say nothing.
      request.once('upgrade', (message) => resolve(answerOf(message, message)));
    });
  });
}

/** Given as a header instead: got and Node fail on a percent sign that encodes nothing. */
function withoutUserInfo(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

function limitInterimAnswers(request: ClientRequest): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM_ANSWERS) request.destroy(tooManyInterim());
  });
}

/** got's errors carry the whole request, and with it keys and passwords: not for the eyes of a log. */
function hideRequest(error: Error): Error {
  return Object.defineProperty(error, 'options', { enumerable: false });
}

function tooManyInterim(): RemoteFault {
  return new RemoteFault({
    kind: 'too_large',
    detail: `more than ${MAX_INTERIM_ANSWERS} interim answers before the answer`,
  });
}
