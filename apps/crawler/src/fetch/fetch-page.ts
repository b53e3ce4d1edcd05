import { createHash } from 'node:crypto';
import { parseRetryAfter, type Redirect } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import {
  ACCEPTED_ENCODINGS,
  type BodyLimits,
  DEFAULT_FETCH_LIMITS,
  type FetchLimits,
  fetchFailure,
  type GuardedAgents,
  type Open,
  type OpenResponse,
  openResponse,
  readBody,
} from '@feedwarden/guarded-fetch';
import { type ByteBudget, type Deadline, startDeadline } from '@feedwarden/pacing';
import { edgeOf } from '../blame/places.js';
import { loggableUrl, parseWebUrl } from '../poll/web-url.js';
import { type Arrival, followRedirects, RefusedRedirect } from './follow-redirects.js';
import { parseFreshUntil } from './fresh-until.js';
import type { FetchPage, FetchRequest, FetchResult } from './ports.js';

export interface FetchPageOptions extends Partial<FetchLimits> {
  userAgent: string;
  agents: GuardedAgents;
  /** What makes a request. */
  open?: Open;
  now?: () => Date;
  /** What all bodies in memory may have together; more of them is read when there is room. */
  budget?: ByteBudget;
}

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
/** Node refuses a whole request for any other character in a header. */
const VALID_IN_A_HEADER = /^[\t\x20-\x7e\x80-\xff]*$/;

export function createFetchPage(options: FetchPageOptions): FetchPage {
  const { userAgent, agents, open = openResponse } = options;
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options };
  return async (request, stop) => {
    stop.throwIfAborted();
    const url = parseWebUrl(request.url);
    if (!url) return { kind: 'failed', fact: { kind: 'invalid_url', detail: 'not an http or https URL' } };
    const deadline = startDeadline(limits.timeoutSeconds, stop);
    const headers = requestHeaders(request, userAgent);
    const redirects: Redirect[] = [];
    const followed = () => (redirects.length > 0 ? { redirects } : {});
    const openHop = async (hop: URL, isTrusted: boolean) => {
      const refusal = hop === url ? null : await request.mayFollow?.(hop.href, deadline.signal);
      if (refusal) throw new RefusedRedirect(refusal);
      deadline.allow(limits.headersSeconds, 'headers');
      return open(hop, {
        headers: isTrusted ? { ...headers, ...request.headers } : headers,
        agents,
        limits,
        signal: deadline.signal,
      });
    };
    const failureOf = (error: unknown): FailureFact => {
      const elapsed = deadline.elapsed();
      if (elapsed) return { kind: 'timeout', ...elapsed };
      return error instanceof RefusedRedirect ? error.fact : fetchFailure(error, limits.timeoutSeconds);
    };
    let arrival: Arrival | null = null;
    const growing = options.budget?.growing();
    try {
      arrival = await followRedirects(url, openHop, (redirect) => redirects.push(redirect));
      const allowMore = () => deadline.allow(limits.idleSeconds, 'more of the body');
      const onChunk = (bytes: number) => {
        const room = growing?.grow(bytes, deadline.signal) ?? null;
        if (room !== null) return duringPause(deadline, room).then(allowMore);
        allowMore();
        return null;
      };
      allowMore();
      const result = await readResult(arrival, limits, onChunk);
      deadline.signal.throwIfAborted();
      return { ...result, ...followed() };
    } catch (error) {
      stop.throwIfAborted();
      return { kind: 'failed', fact: failureOf(error), ...followed() };
    } finally {
      growing?.end();
      arrival?.response.close();
      deadline.clear();
    }
  };
}

/** That we have no room is not the fault of the server. */
async function duringPause(deadline: Deadline, room: Promise<void>): Promise<void> {
  const goOn = deadline.pause();
  await room;
  goOn();
}

function requestHeaders({ etag, lastModified }: FetchRequest, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(etag && VALID_IN_A_HEADER.test(etag) && { 'if-none-match': etag }),
    ...(lastModified && VALID_IN_A_HEADER.test(lastModified) && { 'if-modified-since': lastModified }),
  };
}

async function readResult(
  { response, movedTo }: Arrival,
  { now = () => new Date(), ...limits }: BodyLimits & Pick<FetchPageOptions, 'now'>,
  onChunk: (bytes: number) => Promise<void> | null,
): Promise<FetchResult> {
  const { status, headers, url } = response;
  const retryAfterAt = parseRetryAfter(headers['retry-after'], now());
  const edge = edgeOf(headers);
  const named = edge === null ? {} : { edge };
  const hints = { freshUntil: parseFreshUntil(headers, now()), retryAfterAt, movedTo, ...named };
  if (status === 304) return { kind: 'not_modified', hints };
  if (status !== 200) {
    const fact = { kind: 'status', status, retryAfterAt: retryAfterAt ?? rateLimitReset(response) } as const;
    return { kind: 'failed', fact, ...named };
  }
  const body = await readBody(response, limits, onChunk);
  return {
    kind: 'page',
    page: {
      url: loggableUrl(url.href),
      contentType: headers['content-type'] ?? null,
      body,
      wireHash: createHash('sha256').update(body.bytes).digest('hex'),
      etag: headers.etag || null,
      lastModified: headers['last-modified'] || null,
    },
    hints,
  };
}

/** Some APIs send the time in a header of their own, as seconds since 1970. */
function rateLimitReset({ status, headers }: OpenResponse): Date | null {
  const reset = String(headers['x-rate-limit-reset']);
  return status === 429 && /^\d{1,11}$/.test(reset) ? new Date(Number(reset) * 1000) : null;
}
