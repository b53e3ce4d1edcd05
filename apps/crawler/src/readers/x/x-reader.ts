import { xAccountOf } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { FetchedPage, FetchPage } from '../../fetch/ports.js';
import type { Feed } from '../../poll/feed.js';
import type { Entry, PollOutcome, ReaderMemory } from '../../poll/outcome.js';
import type { ReadSource } from '../../poll/ports.js';

/** The content of an API response, which may report a failure with status 200. */
export type ApiReading<Value> = { kind: 'read'; value: Value } | { kind: 'failed'; fact: FailureFact };
export type ReadTwitterUser = (page: FetchedPage, signal: AbortSignal) => Promise<ApiReading<TwitterUser>>;
export type ReadTwitterTimeline = (
  page: FetchedPage,
  user: TwitterUser,
  signal: AbortSignal,
) => Promise<ApiReading<TwitterTimeline>>;

export interface TwitterUser {
  id: string;
  /** As the account itself writes it. */
  name: string;
}

export interface TwitterTimeline {
  entries: Entry[];
  /** The highest id; null when there are no entries. */
  newestId: string | null;
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
/** The account's own public posts, in full length. */
const TIMELINE =
  'max_results=100&tweet.fields=created_at,author_id,note_tweet,entities&exclude=replies,retweets';

/** Reads an account's timeline with its owner's key. The account is looked up once, then only newer posts are read. */
export function createTwitterReader(deps: TwitterReaderDeps): ReadSource {
  const { apiKeyOf, readUser, readTimeline } = deps;
  return async (feed, signal) => {
    const name = xAccountOf(feed.settings.feedUrl ?? '');
    if (!name) return failed(NO_ACCOUNT);
    const apiKey = await apiKeyOf(feed.sourceId);
    if (apiKey === null) return failed(NO_KEY);
    const ask = createAsk(deps, apiKey, signal);

    const { user, sinceId } = remembered(feed, name);
    const who = user ?? (await ask(`/2/users/by/username/${name}`, (page) => readUser(page, signal)));
    if (who.kind === 'failed') return who;
    const since = sinceId === null ? '' : `&since_id=${sinceId}`;
    const timeline = await ask(`/2/users/${who.value.id}/tweets?${TIMELINE}${since}`, (page) =>
      readTimeline(page, who.value, signal),
    );
    if (timeline.kind === 'failed') return timeline;

    const { entries, newestId } = timeline.value;
    return {
      kind: 'stored',
      entries,
      validators: null,
      memory: memoryOf(who.value, higher(sinceId, newestId)),
      statusCode: 200,
      bytes: who.bytes + timeline.bytes,
    };
  };
}

function createAsk({ fetchPage, apiUrl }: TwitterReaderDeps, apiKey: string, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${apiKey}` };
  return async <Value>(
    path: string,
    read: (page: FetchedPage) => Promise<ApiReading<Value>>,
  ): Promise<Known<Value> | FailedRead> => {
    const request = { url: `${apiUrl}${path}`, etag: null, lastModified: null, headers };
    const answer = await fetchPage(request, signal);
    if (answer.kind === 'failed') return failed(answer.fact);
    if (answer.kind === 'not_modified') return failed(NOT_MODIFIED);
    const { page } = answer;
    const reading = await read(page);
    return reading.kind === 'failed'
      ? failed(reading.fact, page)
      : { ...reading, bytes: page.body.bytes.length };
  };
}

/** A value from the API, and the bytes it took. */
type Known<Value> = { kind: 'read'; value: Value; bytes: number };

function failed(fact: FailureFact, page?: FetchedPage): FailedRead {
  const statusCode = 'status' in fact ? fact.status : page ? 200 : 0;
  return { kind: 'failed', fact, statusCode, bytes: page?.body.bytes.length ?? 0 };
}

function memoryOf({ id, name }: TwitterUser, sinceId: string | null): ReaderMemory {
  return { userId: id, userName: name, ...(sinceId !== null && { sinceId }) };
}

/** The remembered account, if it is still the one in the URL. */
function remembered(
  { readerMemory }: Feed,
  name: string,
): { user: Known<TwitterUser> | null; sinceId: string | null } {
  const { userId, userName, sinceId = null } = readerMemory ?? {};
  if (!userId || userName?.toLowerCase() !== name.toLowerCase()) return { user: null, sinceId: null };
  return { user: { kind: 'read', value: { id: userId, name: userName }, bytes: 0 }, sinceId };
}

/** Ids have more digits than a JavaScript number holds. */
function higher(known: string | null, newest: string | null): string | null {
  if (known === null || newest === null) return known ?? newest;
  return BigInt(newest) > BigInt(known) ? newest : known;
}
