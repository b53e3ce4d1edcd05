import type { Redirect } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { ReceivedBody } from '@feedwarden/guarded-fetch';
import type { ResponseHints } from '../poll/outcome.js';

/** What readers need of the web. A failure of the remote is a result; only an abort or a bug is thrown. */
export type FetchPage = (request: FetchRequest, signal: AbortSignal) => Promise<FetchResult>;

export interface FetchRequest {
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** More headers, such as a key for an API; they are sent only to the host of the URL. */
  headers?: Record<string, string>;
  /** Asked before a redirect is followed. */
  mayFollow?: AskRobots;
}

/** `redirects`: the way to the response, or to where it ended; missing when there was none. */
export type FetchResult = { redirects?: Redirect[] } & (
  | { kind: 'page'; page: FetchedPage; hints: ResponseHints }
  | { kind: 'not_modified'; hints: ResponseHints }
  | { kind: 'failed'; fact: FailureFact; edge?: string }
);

export interface FetchedPage {
  /** Where the page was found, after redirects. */
  url: string;
  contentType: string | null;
  /** As received: only the processes that read documents decode it. */
  body: ReceivedBody;
  /** SHA-256 of the body as received, in hexadecimal. */
  wireHash: string;
  etag: string | null;
  lastModified: string | null;
}

/** Why the robots.txt of its host forbids us to read a page; null: it does not. */
export type AskRobots = (url: string, signal: AbortSignal) => Promise<FailureFact | null>;

export interface WebAccess {
  /** For feeds, which are most of all requests: the cheapest way. */
  fetchFeed: FetchPage;
  /** For anything else that is made for programs. */
  fetchPage: FetchPage;
  /** For pages that are made for people: respects their robots.txt. */
  fetchWebPage: FetchPage;
  askRobots: AskRobots;
}
