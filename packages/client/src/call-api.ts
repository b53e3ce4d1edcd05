import { parseRetryAfter } from '@feedwarden/contracts';
import { startDeadline } from '@feedwarden/pacing';
import type { z } from 'zod';
import { ApiError, ApiUnreachableError, readProblem, UnexpectedResponseError } from './api-error.js';
import { type ApiRequest, bodyOf, type CallOptions, headersOf, urlOf } from './api-request.js';
import {
  abortableSleep,
  DEFAULT_RETRY,
  isPassing,
  isRepeatable,
  NO_RETRY,
  type RetryOptions,
  retryDelay,
} from './retry.js';

export interface ClientOptions {
  /** Where the service is, like `http://localhost:4100`. */
  baseUrl: string;
  /** Asked before every attempt, so that short-lived tokens can be renewed. None: a cookie says who asks. */
  token?: () => Promise<string>;
  /** Called when the token is refused (401). True: the next one may be accepted, so the call is tried once more. */
  tokenRefused?: (refusal: ApiError) => boolean;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** For each attempt, reading the response included; 10 s unless given. */
  timeoutMs?: number;
  /** What is safe to repeat is tried again after a temporary failure; false: never. */
  retry?: Partial<RetryOptions> | false;
  /** For tests: how it waits, and what it draws its jitter from. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
}

export type CallApi = ReturnType<typeof createCallApi>;

/** How every method of a client calls: with a token, within a time limit, and again where that is safe. */
export function createCallApi(service: string, client: ClientOptions) {
  const { baseUrl, token, timeoutMs = 10_000, sleep = abortableSleep, random = Math.random } = client;
  const retry = client.retry === false ? NO_RETRY : { ...DEFAULT_RETRY, ...client.retry };

  /** One attempt; the response is read within its time limit. */
  async function attempt<Result>(
    request: ApiRequest,
    read: ReadResponse<Result>,
    options: CallOptions,
  ): Promise<Result> {
    const headers = headersOf({ ...request, headers: { ...client.headers, ...request.headers } });
    if (token && request.needsToken) headers.set('authorization', `Bearer ${await token()}`);
    const limitMs = options.timeoutMs ?? request.timeoutMs ?? timeoutMs;
    const deadline = startDeadline(limitMs / 1000, options.signal);
    try {
      const { method } = request;
      const response = await fetch(urlOf(baseUrl, request), {
        method: method.toUpperCase(),
        headers,
        body: bodyOf(request),
        signal: deadline.signal,
      });
      if (response.ok) return await read(response);
      const now = new Date();
      const retryAfterAt = parseRetryAfter(response.headers.get('retry-after'), now);
      const retryAfterMs = retryAfterAt && Math.max(0, retryAfterAt.getTime() - now.getTime());
      throw new ApiError(response.status, await readProblem(response), {
        service,
        retryAfterMs,
        date: dateOf(response),
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      options.signal?.throwIfAborted();
      // The response is not JSON. By its name, because it may come from another realm.
      if ((error as Error).name === 'SyntaxError') throw new UnexpectedResponseError(error, service);
      throw new ApiUnreachableError(error, service);
    } finally {
      deadline.clear();
    }
  }

  async function call<Result>(
    request: ApiRequest,
    read: ReadResponse<Result>,
    options: CallOptions = {},
  ): Promise<Result> {
    let hasNewToken = false;
    for (let count = 1; ; count += 1) {
      try {
        options.signal?.throwIfAborted();
        return await attempt(request, read, options);
      } catch (error) {
        if (!hasNewToken && isTokenRefused(error) && client.tokenRefused?.(error)) {
          // A request that is refused for its token has not been carried out, whatever it was.
          hasNewToken = true;
          continue;
        }
        const delay = delayAfter(error, request, count);
        if (delay === null) throw error;
        await sleep(delay, options.signal);
      }
    }
  }

  function delayAfter(error: unknown, request: ApiRequest, count: number): number | null {
    const isResponse = error instanceof ApiError;
    if (!isResponse && !(error instanceof ApiUnreachableError)) return null;
    const mayRepeat = request.isRepeatable ?? isRepeatable(request.method, headersOf(request));
    if (!mayRepeat || !isPassing(isResponse ? error.status : null)) return null;
    return retryDelay(retry, count, isResponse ? error.retryAfterMs : null, random);
  }

  return {
    /** The JSON of the response, checked against the contract before it is believed. */
    async json<Result>(
      request: ApiRequest,
      schema: z.ZodType<Result>,
      options?: CallOptions,
    ): Promise<Result> {
      const json: unknown = await call(request, (response) => response.json(), options);
      const checked = schema.safeParse(json);
      if (checked.success) return checked.data;
      throw new UnexpectedResponseError(checked.error, service);
    },
    text: (request: ApiRequest, options?: CallOptions): Promise<string> =>
      call(request, (response) => response.text(), options),
    nothing: (request: ApiRequest, options?: CallOptions): Promise<void> =>
      call(request, async (response) => void (await response.body?.cancel()), options),
    /** For responses that are none of the above: `read` gets the response itself. */
    read: call,
  };
}

type ReadResponse<Result> = (response: Response) => Promise<Result>;

const isTokenRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401;

function dateOf(response: Response): Date | null {
  const date = new Date(response.headers.get('date') ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}
