import { createHash } from 'node:crypto';
import type { GuardedAgents } from '@feedwarden/address-guard';
import { loggableUrl } from '../polling/loggable-url.js';
import type { FetchPage, FetchRequest, FetchResult } from '../polling/ports.js';
import { parseWebUrl } from '../polling/web-url.js';
import { startDeadline } from './deadline.js';
import { decodeText } from './decode-text.js';
import { ACCEPTED_ENCODINGS } from './decompress.js';
import { fetchFault } from './fetch-fault.js';
import { followRedirects } from './follow-redirects.js';
import { type Answer, openAnswer } from './open-answer.js';
import { readBody } from './read-body.js';
import { parseRetryAfter } from './retry-after.js';

export interface FetchPageOptions {
  /** For the whole request, redirects and body included. */
  timeoutSeconds: number;
  /** Of the body, on the wire and decompressed. */
  maxBytes: number;
  userAgent: string;
  agents: GuardedAgents;
  now?: () => Date;
}

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

export function createFetchPage(options: FetchPageOptions): FetchPage {
  const { timeoutSeconds, userAgent, agents } = options;
  return async (request, stop) => {
    stop.throwIfAborted();
    const url = parseWebUrl(request.url);
    if (!url) return { kind: 'failed', fact: { kind: 'invalid_url', detail: 'not an http or https URL' } };
    const deadline = startDeadline(timeoutSeconds, stop);
    const headers = requestHeaders(request, userAgent);
    const open = (hop: URL, isTrusted: boolean) =>
      openAnswer(hop, {
        headers: isTrusted ? { ...headers, ...request.headers } : headers,
        agents,
        signal: deadline.signal,
      });
    let answer: Answer | null = null;
    try {
      answer = await followRedirects(url, open);
      const result = await resultOf(answer, options);
      deadline.signal.throwIfAborted();
      return result;
    } catch (error) {
      stop.throwIfAborted();
      if (deadline.hasPassed()) return { kind: 'failed', fact: { kind: 'timeout', seconds: timeoutSeconds } };
      return { kind: 'failed', fact: fetchFault(error, timeoutSeconds) };
    } finally {
      answer?.close();
      deadline.clear();
    }
  };
}

function requestHeaders({ etag, lastModified }: FetchRequest, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}

async function resultOf(
  answer: Answer,
  { maxBytes, now = () => new Date() }: FetchPageOptions,
): Promise<FetchResult> {
  const { status, headers, url } = answer;
  if (status === 304) return { kind: 'not_modified' };
  if (status !== 200) {
    const retryAfterAt = parseRetryAfter(headers['retry-after'], now()) ?? rateLimitReset(answer);
    return { kind: 'failed', fact: { kind: 'status', status, retryAfterAt } };
  }
  const bytes = await readBody(answer, maxBytes);
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
  };
}

/** Some APIs say when they may be asked again in a header of their own: in seconds since 1970. */
function rateLimitReset({ status, headers }: Answer): Date | null {
  const reset = String(headers['x-rate-limit-reset']);
  return status === 429 && /^\d{1,11}$/.test(reset) ? new Date(Number(reset) * 1000) : null;
}
