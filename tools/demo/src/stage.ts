import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CAST, type CastFeed } from './cast.js';

export interface Stage {
  /** Where the feed of this member of the cast is. */
  urlOf(feed: CastFeed): string;
  close(): Promise<void>;
}

/** How often a healthy feed has something new. */
const NEWS_EVERY_SECONDS = 15;

/** The simulated web: one server for each host, on loopback addresses. `seconds` is how far the story is. */
export async function openStage(seconds: () => number): Promise<Stage> {
  const hosts = [...new Set(CAST.map(({ host }) => host))];
  const servers = new Map<number, { server: Server; origin: string }>();
  for (const host of hosts) servers.set(host, await openHost(host, seconds));
  return {
    urlOf: (feed) => `${servers.get(feed.host)?.origin}/${slugOf(feed)}/feed.xml`,
    close: async () => {
      for (const { server } of servers.values()) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function openHost(host: number, seconds: () => number) {
  const feeds = new Map(CAST.filter((feed) => feed.host === host).map((feed) => [slugOf(feed), feed]));
  const polls = new Map<string, number>();
  const server = createServer((request, response) => {
    const [, slug = '', page = ''] = (request.url ?? '').split('/');
    const feed = feeds.get(slug);
    const count = (polls.get(slug) ?? 0) + 1;
    if (page === 'feed.xml') polls.set(slug, count);
    if (feed) play(feed, { page, count, seconds: seconds(), request, response });
    else response.writeHead(404).end();
  });
  const address = await listen(server, host);
  return { server, origin: `http://${address}:${(server.address() as AddressInfo).port}` };
}

/** Where the whole network 127.0.0.0/8 is this machine, every host has an address of its own; elsewhere they share one. */
async function listen(server: Server, host: number): Promise<string> {
  for (const address of [`127.1.0.${host}`, '127.0.0.1']) {
    const isOpen = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(0, address, () => resolve(true));
    });
    if (isOpen) return address;
  }
  throw new Error('The simulated web cannot listen on a loopback address.');
}

interface Scene {
  page: string;
  count: number;
  seconds: number;
  request: IncomingMessage;
  response: ServerResponse;
}

function play(feed: CastFeed, scene: Scene): unknown {
  const { page, count, seconds, response } = scene;
  const { part } = feed;
  const well = () => sendFeed(feed, scene);
  if (page === 'new.xml') return well();
  switch (part.kind) {
    case 'healthy':
    case 'podcast':
      return well();
    case 'slow':
      return setTimeout(well, part.seconds * 1000);
    case 'flaky':
      return count % part.every === 0 ? refuse(response, 500) : well();
    case 'status':
      return isIn(part, seconds) ? refuse(response, part.status, part.retryAfter) : well();
    case 'broken':
      return isIn(part, seconds) ? send(response, 'application/xml', '<rss><channel><item><<<') : well();
    case 'moved':
      return response.writeHead(301, { location: `/${slugOf(feed)}/new.xml` }).end();
    case 'redesigned':
      return seconds >= part.from ? send(response, 'text/html', redesigned(feed)) : well();
  }
}

const isIn = ({ from, until = Number.POSITIVE_INFINITY }: { from: number; until?: number }, at: number) =>
  at >= from && at < until;

function refuse(response: ServerResponse, status: number, retryAfter?: number): void {
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end();
}

function sendFeed(feed: CastFeed, { seconds, response }: Scene): void {
  const latest = Math.floor(Math.max(0, seconds) / NEWS_EVERY_SECONDS);
  const items = [0, 1, 2].map((back) => item(feed, latest - back));
  const title = escaped(feed.name);
  send(
    response,
    'application/rss+xml',
    `<rss version="2.0"><channel><title>${title}</title><link>/</link>${items.join('')}</channel></rss>`,
  );
}

function item({ name, part }: CastFeed, number: number): string {
  const published = new Date(Date.now() - 60_000).toUTCString();
  const sound =
    part.kind === 'podcast'
      ? `<enclosure url="/episode-${number}.mp3" type="audio/mpeg" length="12345678"/>`
      : '';
  return `<item><guid isPermaLink="false">${slug(name)}-${number}</guid><link>/${slug(name)}/${number}</link>
    <title>${escaped(name)}, no. ${number + 3}</title><pubDate>${published}</pubDate>
    <description>What ${escaped(name)} has to say this time.</description>${sound}</item>`;
}

const redesigned = (feed: CastFeed) =>
  `<!doctype html><title>${escaped(feed.name)}</title>
   <link rel="alternate" type="application/rss+xml" href="/${slugOf(feed)}/new.xml"><p>All new.</p>`;

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

const slugOf = ({ name }: CastFeed) => slug(name);
const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
