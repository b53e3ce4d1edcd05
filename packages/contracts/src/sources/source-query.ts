import { z } from 'zod';
import type { QueryInput } from '../http/operation.js';
import { cursorSchema, pageLimitSchema } from '../http/page.js';
import { errorTypeSchema, failureTypeSchema } from '../policies/error-types.js';
import { sourceStatusSchema } from './source.js';
import { sourceTypeSchema } from './source-types.js';

export const MAX_ALTERNATIVES = 50;
/** How many sources a list can be asked for by their ids. */
export const MAX_IDS = 100;
/** A list counts so many sources at most. */
export const MOST_COUNTED = 100_000;

/** `a,b`, or the parameter given several times: any of them. */
const anyOf = <Item extends z.ZodType>(item: Item, most = MAX_ALTERNATIVES) =>
  z.union([z.string(), z.array(z.string())]).transform((given, context): z.output<Item>[] => {
    const texts = [given].flat().flatMap((text) => text.split(','));
    const items = z.array(item).max(most).safeParse(texts);
    if (items.success) return items.data;
    for (const { message } of items.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** As it stands in a URL that was normalised: lower-case, without a port, in ASCII. */
export const hostSchema = z
  .string()
  .max(255)
  .transform((text, context) => {
    const host = hostOf(text);
    if (host !== null) return host;
    context.addIssue({ code: 'custom', message: 'must be the name of a host, like news.example' });
    return z.NEVER;
  });

/** A text that names, addresses or sites contain; no character in it is special. */
export const searchSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or unpaired surrogates');

const oneOrSeveral = (values: readonly string[]) =>
  `One or several of ${values.map((value) => `\`${value}\``).join(', ')}; separated by commas.`;

/** Which sources: those for which everything holds that is given. As a query string has it. */
export const sourceFilterParameters = {
  feed_active: flagSchema
    .optional()
    .describe(
      'True: sources that may be polled now, since they are enabled, not quarantined and not cooling down.',
    ),
  enabled: flagSchema.optional(),
  status: anyOf(sourceStatusSchema).optional().describe(oneOrSeveral(sourceStatusSchema.options)),
  type: anyOf(sourceTypeSchema).optional().describe(oneOrSeveral(sourceTypeSchema.options)),
  error_type: anyOf(errorTypeSchema)
    .optional()
    .describe(`Of the last failure. ${oneOrSeveral(errorTypeSchema.options)}`),
  failure_type: failureTypeSchema.optional().describe('Of the last failure.'),
  host: anyOf(hostSchema).optional().describe('Host of the `feedUrl`; one or several, separated by commas.'),
  q: searchSchema.optional().describe('Text to find in the name, the `feedUrl` or the `siteUrl`.'),
  needs_you: flagSchema
    .optional()
    .describe('True: sources that need a person; see `needsYou` of a source. False: all others.'),
  polled: flagSchema.optional().describe('False: sources that wait for their first poll.'),
  ids: anyOf(z.uuid(), MAX_IDS).optional().describe(`By their ids; at most ${MAX_IDS}, separated by commas.`),
};
const sourceFilterSchema = z.object(sourceFilterParameters);
export type SourceFilter = z.infer<typeof sourceFilterSchema>;

function hostOf(text: string): string | null {
  if (!/^[^\s/?#@\\:]+$|^\[[\da-f:.]+\]$/i.test(text)) return null;
  try {
    // Not by `URL.canParse`: on Node 20 it denies letters like ü as soon as it has been called often enough.
    return new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
}

/**
 * What a list can be sorted by; a minus before it turns the order round. Sources without a value are left out. `trouble`
 * has all of them: those that need a person, then those that fail, the longest first, then the others.
 */
export const SOURCE_SORTS = [
  'createdAt',
  'updatedAt',
  'name',
  'failingSince',
  'consecutiveFailures',
  'lastPolledAt',
  'lastSuccessAt',
  'nextPollAt',
  'feedRetryAt',
  'feedDisabledAt',
  'quarantinedAt',
  'status',
  'trouble',
] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];
const sortSchema = z.enum(SOURCE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const));

/** The query string of `GET /api/v1/sources`. */
export const sourceQuerySchema = z.strictObject({
  ...sourceFilterParameters,
  sort: sortSchema.default('createdAt'),
  count: flagSchema.optional().describe('True: the response has `total`.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type SourceQuery = z.infer<typeof sourceQuerySchema>;

export type SourceFilterInput = QueryInput<typeof sourceFilterSchema>;

export type SourceQueryInput = QueryInput<typeof sourceQuerySchema>;
