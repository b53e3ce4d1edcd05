import type { RequestListener } from 'node:http';
import {
  type CrawlerClient,
  createCrawlerClient,
  createSourceClient,
  type SourceClient,
} from '@feedwarden/client';
import {
  type DocumentedRequest,
  EXAMPLE_GROUP_ID,
  EXAMPLE_INCIDENT_ID,
  EXAMPLE_LOGIN_CODE,
  EXAMPLE_LOGIN_ID,
  EXAMPLE_SITE,
  EXAMPLE_SOURCE_ID,
  EXAMPLE_TWITTER_SOURCE_ID,
  EXAMPLE_WEBHOOK_ID,
  exampleCommand,
  exampleDisabledSource,
  exampleSource,
  loginAudience,
  SCOPES,
  type Source,
} from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { eventually, TEST_TRUST, testToken } from '@feedwarden/test-kit';
import { respondWith, serveText } from './site-behaviours.js';
import { openCrawlerTime } from './time-passes.js';

const FEED_URL = exampleSource.feedUrl ?? '';
const HOOK_URL = 'https://hooks.example/feedwarden';

/** The site of the examples: the blog that is discovered, the feed that is polled, the receiver of webhooks. */
export const exampleSite: RequestListener = (request, response) => {
  switch (request.url) {
    case '/blog':
      response.writeHead(301, { location: '/blog/' }).end();
      break;
    case '/blog/':
      serveText(BLOG, 'text/html')(request, response);
      break;
    case '/feed.xml':
      serveText(BLOG_FEED)(request, response);
      break;
    case '/robots.txt':
      respondWith(404)(request, response);
      break;
    case '/hook':
      respondWith(204)(request, response);
      break;
    default:
      serveText(newsFeed(new Date()), 'application/atom+xml')(request, response);
  }
};

const BLOG = `<!doctype html><title>Example Blog</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">
  <p>Welcome to the example blog, a blog about examples.</p>`;
const BLOG_FEED =
  '<rss version="2.0"><channel><title>Example Blog</title><item><title>First</title><link>/first</link></item></channel></rss>';

/** Its entries are as new as the poll: older ones than the source would be left out. */
function newsFeed(now: Date): string {
  const entries = ['first', 'second', 'third'].map(
    (place) => `<entry><id>https://news.example/2026/${place}</id>
      <link href="https://news.example/2026/${place}"/><title>The ${place} one</title>
      <summary>What happened, in one sentence.</summary><category term="Local news"/>
      <author><name>The newsroom</name></author><published>${now.toISOString()}</published>
      <content type="html">&lt;p&gt;What the ${place} article says.&lt;/p&gt;</content></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Example News</title>${entries.join('')}</feed>`;
}

interface Parts {
  sources: SourceClient;
  asCrawler: SourceClient;
  crawler: CrawlerClient;
  sourceId: string;
  webhookId: string;
  crawlerDatabase: string;
}

/** What a crawler does after the third 404 in a row. */
async function disableFor404({ asCrawler, sourceId }: Parts): Promise<void> {
  // Its cooldown must not be over.
  const command = { ...exampleCommand, decidedAt: new Date().toISOString() };
  await asCrawler.disableFeed(sourceId, { reason: 'not_found', command });
  await reportHealth(asCrawler, { ...exampleDisabledSource, id: sourceId });
}
/** The longest failing of them is the example. */
async function hostIsDown({ sources, asCrawler, sourceId }: Parts): Promise<void> {
  for (const n of [1, 2, 3]) {
    const feedUrl = `https://down.example/${n}`;
    const id =
      n === 1
        ? (await sources.changeSource(sourceId, { feedUrl })).id
        : (await sources.createSource({ name: `Down ${n}`, feedUrl })).id;
    await reportHealth(asCrawler, {
      ...exampleDisabledSource,
      id,
      healthEpoch: n === 1 ? 1 : 0,
      lastErrorType: 'upstream_failure',
      lastError: 'HTTP 503',
      failingSince: `2026-02-05T0${5 + n}:00:00.000Z`,
      nextPollAt: '2026-02-05T14:00:00.000Z',
      nextPollReason: 'backoff',
    });
  }
}

const poll = async ({ crawler, sourceId }: Parts): Promise<unknown> => crawler.pollFeed(sourceId);
async function makeArticles(parts: Parts): Promise<void> {
  await poll(parts);
  await parts.crawler.createArticles({ sourceIds: [parts.sourceId] });
}

/** As the crawler notes it when it is denied by all feeds of a host, with the first probe still to come. */
async function hostDenies(parts: Parts): Promise<void> {
  const { sources, sourceId, crawlerDatabase } = parts;
  for (const n of [1, 2, 3])
    await sources.createSource({ name: `Denied ${n}`, feedUrl: `https://down.example/${n}` });
  // With it, the crawler learns of the others.
  await poll(parts);
  const { sql, close } = openCrawlerTime(crawlerDatabase);
  await sql`delete from incidents`;
  await sql`
    insert into incidents (id, scope, key, route, vantage, family, code, state, started_at, opened_at, is_reopened,
      probes, votes, next_probe_at, penalty, is_silenced, evidence, feeds)
    values (${EXAMPLE_INCIDENT_ID}, 'host', 'down.example', '', 'default', 'denied', 'http_403', 'open', now(), now(),
      false, 0, '[]', now() + interval '30 minutes', 1000, false,
      jsonb_build_array(jsonb_build_object('sourceId', ${sourceId}::text, 'at', '2026-02-05T06:00:00.000Z')), 3)`;
  await sql`insert into incident_hosts (incident_id, host) values (${EXAMPLE_INCIDENT_ID}, 'down.example')`;
  await close();
}

/** What has to happen before some examples can be answered as they say, by operation or by example. */
const BEFORE: Record<string, (parts: Parts) => Promise<unknown>> = {
  'listSources, broken': disableFor404,
  listSourceEvents: disableFor404,
  listEvents: disableFor404,
  listIncidents: hostIsDown,
  enableFeed: ({ sources, sourceId }) => sources.disableFeed(sourceId, { reason: 'manual' }),
  releaseSource: ({ sources, sourceId }) => sources.quarantineSource(sourceId),
  importSources: ({ sources, sourceId }) => sources.deleteSource(sourceId),
  async listWebhookDeliveries(parts) {
    await disableFor404(parts);
    await eventually(async () => {
      const { items } = await parts.sources.listWebhookDeliveries(parts.webhookId);
      if (items[0]?.state !== 'delivered') throw new Error('the webhook has not been delivered');
    });
  },
  getFeed: poll,
  explainFeed: poll,
  listBlameIncidents: hostDenies,
  getBlameIncident: hostDenies,
  listFeeds: poll,
  listPosts: poll,
  getPost: poll,
  createArticles: poll,
  listArticles: makeArticles,
  getArticle: makeArticles,
  changeArticle: makeArticles,
};

export interface ExampleAddresses {
  manager: string;
  crawler: string;
  site: string;
  crawlerDatabase: string;
}

export interface ExampleState {
  /** The request and the documented response, with the ids and addresses of this state. */
  request: DocumentedRequest;
  remove(): Promise<void>;
}

/** The subjects of the examples' tokens. */
export const exampleToken = (scopes: Parameters<typeof testToken>[0]) =>
  testToken(scopes, scopes.includes('crawler') ? 'crawler' : 'newsroom');

/** Makes what an example refers to, as it is before the request. */
export async function createExampleState(
  documented: DocumentedRequest,
  service: 'manager' | 'crawler',
  { manager, crawler: crawlerUrl, site, crawlerDatabase }: ExampleAddresses,
): Promise<ExampleState> {
  const people = SCOPES.filter((scope) => scope !== 'crawler');
  const sources = createSourceClient({ baseUrl: manager, token: () => exampleToken(people) });
  const asCrawler = createSourceClient({ baseUrl: manager, token: () => exampleToken(SCOPES) });
  const crawler = createCrawlerClient({ baseUrl: crawlerUrl, token: () => exampleToken(people) });
  await removeAll(sources);

  // Only what is polled must exist.
  const feedUrl = service === 'crawler' ? `${site}/feed` : FEED_URL;
  const { name, siteUrl, pollIntervalMinutes } = exampleSource;
  const { id: sourceId } = await sources.createSource({ name, feedUrl, siteUrl, pollIntervalMinutes });
  const { id: twitterId } = await sources.createSource({
    name: 'X',
    type: 'twitter',
    feedUrl: 'https://x.com/example',
  });
  const { id: webhookId } = await sources.createWebhook({
    url: `${site}/hook`,
    events: ['disabled', 'quarantined'],
  });
  await sources.putCredential('twitter', { apiKey: 'AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0example' });
  if (service === 'manager') await reportHealth(asCrawler, { ...exampleSource, id: sourceId });

  const { operationId } = documented;
  const before = BEFORE[`${operationId}, ${documented.name}`] ?? BEFORE[operationId];
  await before?.({ sources, asCrawler, crawler, sourceId, webhookId, crawlerDatabase });
  const code = await loginCode();
  const groupId = operationId === 'undoManySources' ? await disableOne(sources, sourceId) : EXAMPLE_GROUP_ID;
  const loginId = operationId === 'endLogin' ? await logIn(manager, code) : EXAMPLE_LOGIN_ID;

  const inPlace = <Value>(value: Value): Value =>
    value === undefined
      ? value
      : JSON.parse(
          JSON.stringify(value)
            .replaceAll(EXAMPLE_SITE, site)
            .replaceAll(EXAMPLE_SOURCE_ID, sourceId)
            .replaceAll(EXAMPLE_TWITTER_SOURCE_ID, twitterId)
            .replaceAll(EXAMPLE_WEBHOOK_ID, webhookId)
            .replaceAll(EXAMPLE_GROUP_ID, groupId)
            .replaceAll(EXAMPLE_LOGIN_CODE, code)
            .replaceAll(EXAMPLE_LOGIN_ID, loginId)
            .replaceAll(HOOK_URL, `${site}/hook`)
            .replaceAll(FEED_URL, feedUrl),
        );
  return { request: inPlace(documented), remove: () => removeAll(sources) };
}

async function disableOne(sources: SourceClient, id: string): Promise<string> {
  const { groupId } = await sources.changeManySources({ action: 'disable', filter: { ids: [id] } });
  return groupId ?? '';
}

const loginCode = () =>
  signToken({
    ...TEST_TRUST,
    audience: loginAudience(TEST_TRUST.audience),
    subject: 'newsroom',
    scopes: ['sources:read'],
    ttlSeconds: 600,
  });

async function logIn(manager: string, code: string): Promise<string> {
  const sources = createSourceClient({ baseUrl: manager });
  return (await sources.logIn({ code })).loginId ?? '';
}

async function removeAll(sources: SourceClient): Promise<void> {
  await sources.endLogins();
  for await (const { id } of sources.allSources()) await sources.deleteSource(id);
  for (const { id } of (await sources.listWebhooks()).items) await sources.deleteWebhook(id);
}

async function reportHealth(sources: SourceClient, source: Source): Promise<void> {
  const { consecutiveFailures, lastFailureType, lastErrorType, lastError } = source;
  const { lastPolledAt, lastSuccessAt, failingSince, healthEpoch, id: sourceId } = source;
  const { nextPollAt, nextPollReason } = source;
  const failures = { consecutiveFailures, lastFailureType, lastErrorType, lastError, failingSince };
  await sources.reportHealth({
    reports: [
      { sourceId, healthEpoch, ...failures, lastPolledAt, lastSuccessAt, nextPollAt, nextPollReason },
    ],
  });
}
