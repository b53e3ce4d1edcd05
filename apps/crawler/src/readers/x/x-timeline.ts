import type { FailureFact } from '@feedwarden/feed-health';
import { z } from 'zod';
import { makeEntry } from '../entry/make-entry.js';
import type { PageText } from '../ports.js';
import { idSchema, includesSchema, nameSchema, tweetSchema } from './api-schemas.js';
import { higher, lower, type TimelinePage } from './x-pages.js';
import { postEntry } from './x-post.js';
import type { ApiReading, TwitterUser } from './x-reader.js';

const userSchema = z.object({ id: idSchema, username: nameSchema });

const metaSchema = z
  .object({ next_token: z.string().min(1).max(500).nullable().catch(null).default(null) })
  .catch({ next_token: null })
  .default({ next_token: null });

const timelineSchema = z.object({
  data: z.array(tweetSchema),
  includes: includesSchema,
  meta: metaSchema,
});
/** Without data, only a count of zero means that there are no posts. Posts that were left out may fill a page. */
const emptySchema = z.object({
  data: z.undefined().optional(),
  meta: metaSchema.and(z.object({ result_count: z.literal(0) })),
});

/** The reason in a response without data. */
const errorsSchema = z.object({
  data: z.undefined().optional(),
  errors: z.array(z.object({ type: z.string().catch(''), detail: z.string().catch('') })).min(1),
});

export function readTwitterUser(page: PageText): ApiReading<TwitterUser> {
  const answer = readAnswer(page, z.object({ data: userSchema }));
  if (answer.kind === 'failed') return answer;
  const { id, username } = answer.value.data;
  return { kind: 'read', value: { id, name: username } };
}

const NOTHING = includesSchema.parse(undefined);

export function readTwitterTimeline(page: PageText, { id, name }: TwitterUser): ApiReading<TimelinePage> {
  const answer = readAnswer(page, z.union([timelineSchema, emptySchema]));
  if (answer.kind === 'failed') return answer;
  const { data: tweets = [], meta } = answer.value;
  const includes = 'includes' in answer.value ? answer.value.includes : NOTHING;
  const currentName = includes.users.find((user) => user.id === id)?.username ?? null;
  const entries = tweets.flatMap((tweet) => {
    return makeEntry(postEntry(tweet, currentName ?? name, includes), page.url) ?? [];
  });
  const ids = tweets.map((tweet) => tweet.id);
  const value = {
    entries,
    newestId: ids.reduce<string | null>(higher, null),
    oldestId: ids.reduce<string | null>(lower, null),
    nextToken: meta.next_token,
    currentName,
  };
  return { kind: 'read', value };
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
function refusal(errors: z.infer<typeof errorsSchema>['errors']): FailureFact {
  const as = (status: number, detail: string): FailureFact => ({
    kind: 'status',
    status,
    retryAfterAt: null,
    detail,
  });
  if (errors.some(({ type }) => type.endsWith('/not-authorized-for-resource')))
    return as(403, 'the posts of the account are protected: only its followers can read them');
  if (errors.some(({ detail }) => /\bsuspended\b/i.test(detail)))
    return as(404, 'X has suspended the account');
  return as(404, 'X has no account of this name: it was renamed or deleted');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
