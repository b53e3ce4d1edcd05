import type { FailureFact } from '@feedwarden/feed-health';
import { z } from 'zod';
import { makeEntry } from '../entry/make-entry.js';
import { firstDate } from '../entry/parse-date.js';
import type { PageText } from '../ports.js';
import type { ApiReading, TwitterTimeline, TwitterUser } from './x-reader.js';

const idSchema = z.string().regex(/^\d{1,25}$/);

const userSchema = z.object({ id: idSchema, username: z.string().regex(/^\w{1,50}$/) });

const entitiesSchema = z
  .object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string() })) })
  .nullable()
  .catch(null)
  .default(null);

const tweetSchema = z.object({
  id: idSchema,
  text: z.string(),
  created_at: z.string().nullable().catch(null).default(null),
  entities: entitiesSchema,
  note_tweet: z.object({ text: z.string(), entities: entitiesSchema }).nullable().catch(null).default(null),
});
type Tweet = z.infer<typeof tweetSchema>;

/** The reason in a response without data. */
const errorsSchema = z.object({
  data: z.undefined().optional(),
  errors: z.array(z.object({ type: z.string().catch('') })).min(1),
});

export function readTwitterUser(page: PageText): ApiReading<TwitterUser> {
  const answer = readAnswer(page, z.object({ data: userSchema }));
  if (answer.kind === 'failed') return answer;
  const { id, username } = answer.value.data;
  return { kind: 'read', value: { id, name: username } };
}

export function readTwitterTimeline(page: PageText, { name }: TwitterUser): ApiReading<TwitterTimeline> {
  // Without data, only a count of zero means that there are no posts.
  const isEmpty = z.object({
    data: z.undefined().optional(),
    meta: z.object({ result_count: z.literal(0) }),
  });
  const answer = readAnswer(page, z.union([z.object({ data: z.array(tweetSchema) }), isEmpty]));
  if (answer.kind === 'failed') return answer;
  const tweets = answer.value.data ?? [];
  const entries = tweets.flatMap((tweet) => makeEntry(rawEntry(tweet, name), page.url) ?? []);
  return { kind: 'read', value: { entries, newestId: highestId(tweets) } };
}

function rawEntry(tweet: Tweet, author: string) {
  const url = `https://x.com/${author}/status/${tweet.id}`;
  const content = { text: tweetText(tweet.note_tweet ?? tweet) };
  return { guid: url, url, title: null, content, author, publishedAt: firstDate([tweet.created_at]) };
}

/** Ids have more digits than a JavaScript number holds. */
function highestId(tweets: Tweet[]): string | null {
  const [highest] = tweets.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? 1 : -1));
  return highest === undefined ? null : String(highest);
}

function readAnswer<Schema extends z.ZodType>(
  { text }: PageText,
  schema: Schema,
): ApiReading<z.output<Schema>> {
  const json = parseJson(text);
  const errors = errorsSchema.safeParse(json);
  if (errors.success) return { kind: 'failed', fact: refusal(errors.data.errors) };
  const answer = schema.safeParse(json);
  if (answer.success) return { kind: 'read', value: answer.data };
  const detail = 'the API response does not match its documentation';
  return { kind: 'failed', fact: { kind: 'malformed', detail } };
}

/** The API reports with status 200 that an account is missing, suspended or protected. */
function refusal(errors: { type: string }[]): FailureFact {
  const isProtected = errors.some(({ type }) => type.endsWith('/not-authorized-for-resource'));
  return { kind: 'status', status: isProtected ? 403 : 404, retryAfterAt: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface TweetText {
  text: string;
  entities: { urls: { url: string; expanded_url: string }[] } | null;
}

const ESCAPES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The text as a person reads it: the API escapes three characters, and shortens every link. */
export function tweetText({ text, entities }: TweetText): string {
  const links = new Map(entities?.urls.map(({ url, expanded_url }) => [url, expanded_url]));
  return text
    .replace(/&(?:lt|gt|amp);/g, (escaped) => ESCAPES[escaped] ?? escaped)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
}
