import { xAccountOf } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { FetchedPage, FetchPage } from '../../fetch/ports.js';
import type { Feed } from '../../poll/feed.js';
import type { PollOutcome, ReaderMemory } from '../../poll/outcome.js';
import type { ReadSource } from '../../poll/ports.js';
import {
  readTimelinePages,
  type TimelinePage,
  type TimelineProgress,
  type TimelineRange,
} from './x-pages.js';

/** The content of an API response, which may report a failure with status 200. */
export type ApiReading<Value> = { kind: 'read'; value: Value } | { kind: 'failed'; fact: FailureFact };
export type ReadTwitterUser = (page: FetchedPage, signal: AbortSignal) => Promise<ApiReading<TwitterUser>>;
export type ReadTwitterTimeline = (
  page: FetchedPage,
  user: TwitterUser,
  signal: AbortSignal,
) => Promise<ApiReading<TimelinePage>>;

export interface TwitterUser {
  id: string;
  /** As the account itself writes it. */
  name: string;
}

export interface TwitterReaderDeps {
  fetchPage: FetchPage;
  /** The key of the source's owner; null when there is none. */
  apiKeyOf: (sourceId: string) => Promise<string | null>;
  /** The base URL of the API, without a trailing slash. */
  apiUrl: string;
  readUser: ReadTwitterUser;
  readTimeline: ReadTwitterTimeline;
}

type FailedRead = Extract<PollOutcome, { kind: 'failed' }>;

const NO_ACCOUNT: FailureFact = {
  kind: 'invalid_url',
  detail: 'not the URL of an account, like https://x.com/NAME',
};
const NO_KEY: FailureFact = {
  kind: 'unknown',
  detail:
    'the owner of this source has no API key for twitter: the owner adds one with PUT /api/v1/credentials/twitter',
};
/** No request is conditional, so a 304 is as wrong as any other status. */
const NOT_MODIFIED: FailureFact = { kind: 'status', status: 304, retryAfterAt: null };
/** The account's own public posts, in full length, with their pictures, videos and the posts they quote. */
const TIMELINE = [
  'max_results=100',
  'exclude=replies,retweets',
  'tweet.fields=created_at,author_id,note_tweet,entities,attachments,referenced_tweets',
  'expansions=author_id,attachments.media_keys,referenced_tweets.id,referenced_tweets.id.author_id',
  'media.fields=url,preview_image_url,alt_text,duration_ms,variants',
].join('&');

/** Reads an account's timeline with its owner's key. The account is looked up once, then only newer posts are read. */
export function createTwitterReader(deps: TwitterReaderDeps): ReadSource {
  const { apiKeyOf, readUser, readTimeline } = deps;
  return async (feed, signal) => {
    const name = xAccountOf(feed.settings.feedUrl ?? '');
    if (!name) return failed(NO_ACCOUNT);
    const apiKey = await apiKeyOf(feed.sourceId);
    if (apiKey === null) return failed(NO_KEY);
    const api = createApi(deps, apiKey, signal);

    const known = remembered(feed, name);
    const who = known
      ? { kind: 'read' as const, value: known.user }
      : await api.ask(`/2/users/by/username/${name}`, (page) => readUser(page, signal));
    if (who.kind === 'failed') return failed(who.fact, api.received);
    const user = who.value;
    const reading = await readTimelinePages(
      (range) => api.ask(timelineOf(user, range), (page) => readTimeline(page, user, signal)),
      known?.progress ?? { sinceId: null, gap: null },
    );
    const { entries, progress, pages, failure } = reading;
    if (failure && pages === 0) return failed(failure, api.received);

    const currentName = reading.currentName ?? known?.currentName ?? user.name;
    const isRenamed = currentName.toLowerCase() !== name.toLowerCase();
    const retryAfterAt = failure?.kind === 'status' ? failure.retryAfterAt : null;
    return {
      kind: 'stored',
      entries,
      validators: null,
      memory: memoryOf(user, progress, currentName),
      ...(isRenamed && { proposedUrl: `https://x.com/${currentName}` }),
      ...(retryAfterAt && { hints: { retryAfterAt } }),
      statusCode: 200,
      bytes: api.received?.bytes ?? 0,
    };
  };
}

function timelineOf({ id }: TwitterUser, { sinceId, untilId, nextToken }: TimelineRange): string {
  const range = [
    sinceId === null ? '' : `&since_id=${sinceId}`,
    untilId === null ? '' : `&until_id=${untilId}`,
    nextToken === null ? '' : `&pagination_token=${encodeURIComponent(nextToken)}`,
  ];
  return `/2/users/${id}/tweets?${TIMELINE}${range.join('')}`;
}

interface Received {
  bytes: number;
}

function createApi({ fetchPage, apiUrl }: TwitterReaderDeps, apiKey: string, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const api = {
    /** Null until there is a response with a body. */
    received: null as Received | null,
    async ask<Value>(
      path: string,
      read: (page: FetchedPage) => Promise<ApiReading<Value>>,
    ): Promise<ApiReading<Value>> {
      const request = { url: `${apiUrl}${path}`, etag: null, lastModified: null, headers };
      const response = await fetchPage(request, signal);
      if (response.kind === 'failed') return response;
      if (response.kind === 'not_modified') return { kind: 'failed', fact: NOT_MODIFIED };
      const { page } = response;
      api.received = { bytes: (api.received?.bytes ?? 0) + page.body.bytes.length };
      return read(page);
    },
  };
  return api;
}

function failed(fact: FailureFact, received: Received | null = null): FailedRead {
  const statusCode = 'status' in fact ? fact.status : received ? 200 : 0;
  return { kind: 'failed', fact, statusCode, bytes: received?.bytes ?? 0 };
}

/** Under the name in the URL, because that is how the next poll looks for it. */
function memoryOf(
  { id, name }: TwitterUser,
  { sinceId, gap }: TimelineProgress,
  currentName: string,
): ReaderMemory {
  return {
    userId: id,
    userName: name,
    ...(currentName !== name && { currentName }),
    ...(sinceId !== null && { sinceId }),
    ...(gap && { gapUntilId: gap.untilId, gapNewestId: gap.newestId }),
  };
}

interface Remembered {
  user: TwitterUser;
  currentName: string | null;
  progress: TimelineProgress;
}

/** The remembered account, if it is still the one in the URL. */
function remembered({ readerMemory }: Feed, name: string): Remembered | null {
  const {
    userId,
    userName,
    currentName = null,
    sinceId = null,
    gapUntilId,
    gapNewestId,
  } = readerMemory ?? {};
  if (!userId || userName?.toLowerCase() !== name.toLowerCase()) return null;
  const gap = gapUntilId && gapNewestId ? { untilId: gapUntilId, newestId: gapNewestId } : null;
  return { user: { id: userId, name: userName }, currentName, progress: { sinceId, gap } };
}
