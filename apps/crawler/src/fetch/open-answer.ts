import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { Readable } from 'node:stream';
import type { GuardedAgents } from '@feedwarden/address-guard';
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

/** One request, one hop, one attempt. */
export function openAnswer(
  url: URL,
  { headers, agents, maxHeaderBytes, signal }: RequestSettings,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      headers: { ...basicCredentials(url), ...headers },
      // Given as headers above: Node's own way fails on a percent sign that encodes nothing.
      auth: null,
      maxHeaderSize: maxHeaderBytes,
      signal,
    };
    const request =
      url.protocol === 'https:'
        ? getSecurely(url, { ...options, agent: agents.https })
        : get(url, { ...options, agent: agents.http });
    let body: IncomingMessage | undefined;
    const answer = (message: IncomingMessage) => {
      body = message.on('error', reject);
      const { statusCode: status = 0, headers, socket } = message;
      const close = () => void request.destroy();
      resolve({ url, status, headers, body, wireBytes: () => socket.bytesRead, close });
    };
    request.on('error', (error) => {
      // What is wrong with the body is told to the request. Behind its end, nothing is wrong with it any more.
      if (body && !body.complete) body.destroy(error);
      reject(error);
    });
    request.once('response', answer);
    // Nobody asked for another protocol. Without a listener Node would close the connection and say nothing.
    request.once('upgrade', answer);
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM_ANSWERS) request.destroy(tooManyInterim());
    });
  });
}

function tooManyInterim(): RemoteFault {
  return new RemoteFault({
    kind: 'too_large',
    detail: `more than ${MAX_INTERIM_ANSWERS} interim answers before the answer`,
  });
}
