import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewSource } from '@feedwarden/contracts';
import type { openResources } from '../support/open-resources.js';
import { respondWith, serveFeed } from '../support/site-behaviours.js';
import { ATOM_FEEDS, COMPRESSED_FEEDS, JSON_FEEDS } from './other-feeds.js';
import type { Poison } from './poison.js';
import { BROKEN_FEEDS, RSS_FEEDS } from './rss-feeds.js';
import { pageOfLinks, SELECTORS } from './selectors.js';
import { ROBOTS_FILES, WEB_PAGES } from './web-pages.js';

type PoisonSource = Pick<NewSource, 'name' | 'feedUrl' | 'type'> & { articleSelector?: string };

interface Host {
  source: Omit<PoisonSource, 'feedUrl'>;
  /** By path. */
  serves: Map<string, Poison>;
}

/** Each poison on a host of its own. `every`: take only every nth, to save time. */
export async function openPoisonSite(open: ReturnType<typeof openResources>, every: number) {
  const hosts = allHosts().filter((_, index) => index % every === 0);
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-poison-'));
  open.closeLater(() => rm(folder, { recursive: true }));
  const files = new Map<Poison, string>();
  for (const poison of new Set(hosts.flatMap(({ serves }) => [...serves.values()]))) {
    const file = join(folder, String(files.size));
    await writeFile(file, poison.body());
    files.set(poison, file);
  }

  const serve: RequestListener = (request, response) => {
    const { url = '', headers } = request;
    const address = headers.host?.split(':')[0] ?? '';
    if (address.startsWith(HARMLESS_NET)) return serveFeed(request, response);
    const poison = hosts[indexOf(address)]?.serves.get(url);
    if (!poison) return respondWith(404)(request, response);
    const { contentType, encoding } = poison;
    response.writeHead(200, {
      'content-type': contentType,
      ...(encoding && { 'content-encoding': encoding }),
    });
    return createReadStream(files.get(poison) ?? '').pipe(response);
  };
  const { port } = new URL((await open.site(serve, '0.0.0.0')).url);
  return {
    poisons: hosts.map(
      ({ source }, index): PoisonSource => ({ ...source, feedUrl: `http://${addressOf(index)}:${port}/` }),
    ),
    harmless: (count: number) =>
      Array.from({ length: count }, (_, index): PoisonSource => {
        const feedUrl = `http://${HARMLESS_NET}${index + 1}:${port}/`;
        return { name: `harmless ${index + 1}`, type: 'rss', feedUrl };
      }),
  };
}

const HARMLESS_NET = '127.0.4.';
const POISON_NET = '127.0.2.';
const addressOf = (index: number) => `${POISON_NET}${index + 1}`;
const indexOf = (address: string) => Number(address.slice(POISON_NET.length)) - 1;

function allHosts(): Host[] {
  const feeds = [...RSS_FEEDS, ...BROKEN_FEEDS, ...ATOM_FEEDS, ...JSON_FEEDS, ...COMPRESSED_FEEDS];
  const page: Poison = { name: 'links', contentType: 'text/html', body: pageOfLinks };
  const article: Poison = { name: 'article', contentType: 'text/html', body: () => Buffer.from('<p>Words.') };
  return [
    ...feeds.map((poison) => hostOf(poison.name, 'rss', { '/': poison })),
    ...WEB_PAGES.map((poison) => hostOf(poison.name, 'website', { '/': poison })),
    // Some of them are read as a list of links, too.
    ...WEB_PAGES.filter((_, index) => index % 4 === 0).map((poison) =>
      hostOf(`list: ${poison.name}`, 'watchlist', { '/': poison }),
    ),
    ...ROBOTS_FILES.map((poison) => hostOf(poison.name, 'website', { '/robots.txt': poison, '/': article })),
    ...SELECTORS.map((selector) => ({
      ...hostOf(`selector: ${selector}`, 'watchlist', { '/': page, '/b': article }),
      source: {
        name: `selector: ${selector}`.slice(0, 100),
        type: 'watchlist' as const,
        articleSelector: selector,
      },
    })),
  ];
}

function hostOf(name: string, type: 'rss' | 'website' | 'watchlist', serves: Record<string, Poison>): Host {
  return { source: { name, type }, serves: new Map(Object.entries(serves)) };
}
