import { z } from 'zod';
import { pollErrorSchema } from '../polls/poll.js';
import { keylessSourceTypeSchema, sourceTypeSchema } from '../sources/source-types.js';
import { webAddresses } from '../sources/web-url.js';

/** The body of `POST /api/v1/discover`. */
export const discoveryRequestSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2048)
    .refine(
      (text) => webAddresses(text).length > 0,
      'must be a web address, like example.org or https://example.org/feed',
    ),
  type: keylessSourceTypeSchema.optional().describe('Look only for this type of source.'),
});
export type DiscoveryRequest = z.infer<typeof discoveryRequestSchema>;

/** What a first poll, of a source created now, would do with an entry. Later polls only skip what is `too_old`. */
export const entryVerdictSchema = z.enum(['store', 'before_source', 'too_old']);
export type EntryVerdict = z.infer<typeof entryVerdictSchema>;

/** The families of feeds. */
export const feedFormatSchema = z.enum(['rss', 'rdf', 'atom', 'json']);
export type FeedFormat = z.infer<typeof feedFormatSchema>;

const discoveredEntrySchema = z.object({
  title: z.string().nullable(),
  url: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  firstPoll: entryVerdictSchema,
});

export const redirectSchema = z
  .object({ from: z.string(), statusCode: z.int(), to: z.string() })
  .meta({ id: 'Redirect' });
export type Redirect = z.infer<typeof redirectSchema>;

export const discoveredFeedSchema = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    format: feedFormatSchema,
    foundBy: z
      .enum(['address', 'link', 'anchor', 'guess'])
      .describe(
        'At the URL itself, in a `<link>` of the page, in a link of its text, or at a usual place for feeds.',
      ),
    redirects: z.array(redirectSchema).describe('From `url` to the URL of the feed.'),
    entries: z.int(),
    firstPoll: z
      .record(entryVerdictSchema, z.int())
      .describe('How many entries a first poll would store, and how many it would skip, by reason.'),
    sample: z.array(discoveredEntrySchema).describe('Its first entries.'),
  })
  .meta({ id: 'DiscoveredFeed' });
export type DiscoveredFeed = z.infer<typeof discoveredFeedSchema>;

/** What a page is worth without a feed: itself as a `website`, its links as a `watchlist`. */
export const discoveredPageSchema = z
  .object({
    title: z.string().nullable(),
    excerpt: z
      .string()
      .nullable()
      .describe('The beginning of the text that a `website` source would store; null: there is no text.'),
    articles: z.int(),
    articleLinks: z.array(z.string()).describe('The first links that a `watchlist` source would follow.'),
    allowedByRobots: z
      .boolean()
      .describe('Whether robots.txt allows polling it; feeds are polled in any case.'),
    robotsRefusal: z.string().nullable().describe('Why robots.txt forbids it; null: it is allowed.'),
  })
  .meta({ id: 'DiscoveredPage' });
export type DiscoveredPage = z.infer<typeof discoveredPageSchema>;

/** What `POST /api/v1/sources` could be given. */
export const suggestedSourceSchema = z
  .object({
    name: z.string(),
    type: sourceTypeSchema,
    feedUrl: z.string(),
    siteUrl: z.string().nullable(),
  })
  .meta({ id: 'SuggestedSource' });
export type SuggestedSource = z.infer<typeof suggestedSourceSchema>;

/** The answer of `POST /api/v1/discover`. An address that fails is an answer too. */
export const discoverySchema = z
  .object({
    url: z.string().describe('The URL that responded, or the last one tried.'),
    finalUrl: z.string().nullable().describe('The URL after redirects; null: there was no response.'),
    redirects: z
      .array(redirectSchema)
      .describe('In order. The last one was not followed if it is the reason of the failure.'),
    kind: z.enum(['feed', 'page', 'nothing']),
    title: z.string().nullable(),
    feeds: z.array(discoveredFeedSchema).describe('Each was fetched and parsed.'),
    isComplete: z
      .boolean()
      .describe('False: the limit of requests or time was reached before all candidates were checked.'),
    page: discoveredPageSchema.nullable(),
    suggestion: suggestedSourceSchema.nullable(),
    error: pollErrorSchema.nullable().describe('Why nothing was found.'),
  })
  .meta({ id: 'Discovery' });
export type Discovery = z.infer<typeof discoverySchema>;

/** A line of the answer for those who accept NDJSON: each request as it is made and answered, and at the end the result. */
export const discoveryLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asking'), url: z.string() }),
  z.object({
    kind: z.literal('answered'),
    url: z.string(),
    finalUrl: z.string().nullable().describe('null: there was no page.'),
    redirects: z.int().describe('On the way.'),
  }),
  z.object({ kind: z.literal('result'), discovery: discoverySchema }),
]);
export type DiscoveryLine = z.infer<typeof discoveryLineSchema>;
export type DiscoveryStep = Exclude<DiscoveryLine, { kind: 'result' }>;
