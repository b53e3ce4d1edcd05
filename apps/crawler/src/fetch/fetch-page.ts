import { createHash } from 'node:crypto';
import type { Redirect } from '@feedwarden/contracts';
import { decodeText } from '@feedwarden/decode-text';
import type { FailureFact } from '@feedwarden/feed-health';
import type { GuardedAgents } from '@feedwarden/guarded-fetch';
import { loggableUrl, parseWebUrl } from '../poll/web-url.js';
import { startDeadline } from './deadline.js';
import { ACCEPTED_ENCODINGS } from './decompress.js';
import { fetchFault } from './fetch-fault.js';
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from './fetch-limits.js';
import { type Arrival, followRedirects } from './follow-redirects.js';
import { parseFreshUntil } from './fresh-until.js';
import { type Answer, openAnswer } from './open-answer.js';
import type { FetchPage, FetchRequest, FetchResult } from './ports.js';
import { type BodyLimits, readBody } from './read-body.js';
import { RemoteFault } from './remote-fault.js';
import { parseRetryAfter } from './retry-after.js';

export interface FetchPageOptions extends Partial<FetchLimits> {
  userAgent: string;
  agents: GuardedAgents;
  now?: () => Date;
}

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
/** What Node sends as it is; it refuses the whole request for any other character. */
const FIT_FOR_A_HEADER = /^[\t\x20-\x7e\x80-\xff]*$/;

export function createFetchPage(options: FetchPageOptions): FetchPage {
  const { userAgent, agents } = options;
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options };
  return async (request, stop) => {
    stop.throwIfAborted();
    const url = parseWebUrl(request.url);
    if (!url) return { kind: 'failed', fact: { kind: 'invalid_url', detail: 'not an http or https URL' } };
    const deadline = startDeadline(limits.timeoutSeconds, stop);
    const headers = requestHeaders(request, userAgent);
    const redirects: Redirect[] = [];
    const way = () => (redirects.length > 0 ? { redirects } : {});
    const open = async (hop: URL, isTrusted: boolean) => {
      const refusal = hop === url ? null : await request.mayFollow?.(hop.href, deadline.signal);
      if (refusal) throw new RemoteFault(refusal);
      deadline.allow(limits.headersSeconds, 'headers');
      return openAnswer(hop, {
        headers: isTrusted ? { ...headers, ...request.headers } : headers,
        agents,
        limits,
        signal: deadline.signal,
      });
    };
    let arrival: Arrival | null = null;
    try {
      arrival = await followRedirects(url, open, (redirect) => redirects.push(redirect));
      const onProgress = () => deadline.allow(limits.idleSeconds, 'more of the body');
      const result = await resultOf(arrival, limits, onProgress);
      deadline.signal.throwIfAborted();
      return { ...result, ...way() };
    } catch (error) {
      stop.throwIfAborted();
      const passed = deadline.passed();
      const fact: FailureFact = passed
        ? { kind: 'timeout', ...passed }
        : fetchFault(error, limits.timeoutSeconds);
      return { kind: 'failed', fact, ...way() };
    } finally {
      arrival?.answer.close();
      deadline.clear();
    }
  };
}

function requestHeaders({ etag, lastModified }: FetchRequest, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(etag && FIT_FOR_A_HEADER.test(etag) && { 'if-none-match': etag }),
    ...(lastModified && FIT_FOR_A_HEADER.test(lastModified) && { 'if-modified-since': lastModified }),
  };
}

async function resultOf(
  { answer, movedTo }: Arrival,
  { now = () => new Date(), ...limits }: BodyLimits & Pick<FetchPageOptions, 'now'>,
  onProgress: () => void,
): Promise<FetchResult> {
  const { status, headers, url } = answer;
  const hints = { freshUntil: parseFreshUntil(headers, now()), movedTo };
  if (status === 304) return { kind: 'not_modified', hints };
  if (status !== 200) {
    const retryAfterAt = parseRetryAfter(headers['retry-after'], now()) ?? rateLimitReset(answer);
    return { kind: 'failed', fact: { kind: 'status', status, retryAfterAt } };
  }
  onProgress();
  const bytes = await readBody(answer, limits, onProgress);
  const contentType = headers['content-type'] ?? null;
  return {
    kind: 'page',
    page: {
      url: loggableUrl(url.href),
      contentType,
      text: decodeText(bytes, contentType),
      bodyHash: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      etag: headers.etag || null,
      lastModified: headers['last-modified'] || null,
    },
    hints,
  };
}

/** Some APIs say when they may be asked again in a header of their own: in seconds since 1970. */
function rateLimitReset({ status, headers }: Answer): Date | null {
  const reset = String(headers['x-rate-limit-reset']);
  return status === 429 && /^\d{1,11}$/.test(reset) ? new Date(Number(reset) * 1000) : null;
}
