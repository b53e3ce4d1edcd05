import type { Readable } from 'node:stream';
import type { WebhookAttempt } from '@feedwarden/contracts';
import type { GuardedAgents } from '@feedwarden/guarded-fetch';
import got from 'got';
import type { SignedMessage } from './webhook-message.js';

/** Whatever the receiver does is an answer; only a stop of our own is thrown. */
export type PostMessage = (url: string, message: SignedMessage, stop: AbortSignal) => Promise<WebhookAttempt>;

const TIMEOUT_SECONDS = 10;
/** What an answer says beside its status is not read; this much is let in, so that a polite receiver can finish. */
const ANSWER_BYTES = 16_384;
const ANSWER_SECONDS = 1;

/** One attempt: redirects are not followed, and the body goes only to addresses that the guard lets through. */
export function createPostMessage(
  agents: GuardedAgents,
  { timeoutSeconds = TIMEOUT_SECONDS, answerSeconds = ANSWER_SECONDS } = {},
): PostMessage {
  return async (url, message, stop) => {
    stop.throwIfAborted();
    const started = performance.now();
    const attempt = (status: number | null, error: string | null): WebhookAttempt => ({
      delivered: error === null,
      status,
      error,
      durationMs: Math.round(performance.now() - started),
    });
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutSeconds * 1000);
    const onStop = () => deadline.abort();
    stop.addEventListener('abort', onStop, { once: true });
    try {
      const answer = await post(url, message, agents, deadline.signal);
      letFinish(answer.stream, answerSeconds);
      return attempt(answer.status, refusal(answer.status));
    } catch (error) {
      stop.throwIfAborted();
      const text = deadline.signal.aborted ? `timeout after ${timeoutSeconds}s` : describe(error);
      return attempt(null, text);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    }
  };
}

/** The answer as it begins; nothing of it is read yet. */
function post(
  url: string,
  { headers, body }: SignedMessage,
  agents: GuardedAgents,
  signal: AbortSignal,
): Promise<{ status: number; stream: Readable }> {
  const stream = got.stream(url, {
    method: 'POST',
    headers,
    body,
    agent: agents,
    signal,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.once('response', ({ statusCode }: { statusCode: number }) => {
      resolve({ status: statusCode, stream });
    });
  });
}

function letFinish(answer: Readable, seconds: number): void {
  const tooLong = setTimeout(() => answer.destroy(), seconds * 1000);
  // An answer that has been read to its end is not closed by itself.
  for (const over of ['end', 'close']) answer.once(over, () => clearTimeout(tooLong));
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) answer.destroy();
  });
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const hint = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  return `the receiver answered ${status}${hint}`;
}

/** A host with several addresses fails with a code and no words. */
function describe(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
