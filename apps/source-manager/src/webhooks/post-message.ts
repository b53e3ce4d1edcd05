import type { WebhookAttempt } from '@feedwarden/contracts';
import {
  DEFAULT_FETCH_LIMITS,
  type FetchFailure,
  fetchFailure,
  type GuardedAgents,
  type OpenResponse,
  openResponse,
} from '@feedwarden/guarded-fetch';
import { startDeadline } from '@feedwarden/pacing';
import { Counter, type Registry } from 'prom-client';
import type { SignedMessage } from './webhook-message.js';

/** Whatever the receiver does is a result; only our own stop is thrown. */
export type PostMessage = (url: string, message: SignedMessage, stop: AbortSignal) => Promise<WebhookAttempt>;

const TIMEOUT_SECONDS = 10;
/** The response body is not used. This much of it is received, so that an ordinary receiver can finish. */
const BODY_BYTES = 16_384;
const BODY_SECONDS = 1;
const LIMITS = { maxHeaderBytes: DEFAULT_FETCH_LIMITS.maxHeaderBytes, maxBytes: BODY_BYTES };

/** One attempt. Redirects are not followed, and the message goes only to addresses that the guard allows. */
export function createPostMessage(
  agents: GuardedAgents,
  { timeoutSeconds = TIMEOUT_SECONDS, responseSeconds = BODY_SECONDS } = {},
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
    const deadline = startDeadline(timeoutSeconds, stop);
    try {
      const request = {
        ...message,
        method: 'POST',
        agents,
        limits: LIMITS,
        signal: deadline.signal,
      } as const;
      const response = await openResponse(new URL(url), request);
      letFinish(response, responseSeconds);
      return attempt(response.status, refusal(response.status));
    } catch (error) {
      stop.throwIfAborted();
      const elapsed = deadline.elapsed();
      return attempt(
        null,
        describe(elapsed ? { kind: 'timeout', ...elapsed } : fetchFailure(error, timeoutSeconds)),
      );
    } finally {
      deadline.clear();
    }
  };
}

function letFinish({ body, close }: OpenResponse, seconds: number): void {
  const tooLong = setTimeout(close, seconds * 1000);
  // A body that has been read to its end does not close by itself.
  for (const over of ['end', 'close']) body.once(over, () => clearTimeout(tooLong));
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) close();
  });
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const hint = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  return `HTTP ${status}${hint}`;
}

function describe(failure: FetchFailure): string {
  return failure.kind === 'timeout' ? `timeout after ${failure.seconds}s` : failure.detail;
}

/** Counts every attempt, tests included, by its result. */
export function countingAttempts(post: PostMessage, registry: Registry): PostMessage {
  const attempts = new Counter({
    name: 'feedwarden_webhook_attempts_total',
    help: 'Messages sent to webhooks, by result: delivered, refused or unreachable',
    labelNames: ['result'],
    registers: [registry],
  });
  return async (...message) => {
    const attempt = await post(...message);
    attempts.inc({ result: resultOf(attempt) });
    return attempt;
  };
}

function resultOf({ delivered, status }: WebhookAttempt): string {
  if (delivered) return 'delivered';
  return status === null ? 'unreachable' : 'refused';
}
