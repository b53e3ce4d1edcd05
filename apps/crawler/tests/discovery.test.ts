import type { RequestListener } from 'node:http';
import { type Discovery, type DiscoveryRequest, discoverySchema } from '@feedwarden/contracts';
import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDiscover, DISCOVERY_LIMITS } from '../src/discovery/discover.js';
import { pauseAtHost } from '../src/poll/politeness.js';
import { inProcessDocuments } from '../src/reading/testing/in-process.js';
import { createWebAccess } from '../src/robots/web-access.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const rss = (title: string, items = '') =>
  `<rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`;
const item = (title: string, date?: string) =>
  `<item><guid>${title}</guid><title>${title}</title><link>/${title}</link>${date ? `<pubDate>${date}</pubDate>` : ''}</item>`;
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>An &amp; Atom</title><entry><id>1</id><title>One</title></entry></feed>';
const JSON_FEED =
  '{"version": "https://jsonfeed.org/version/1.1", "title": "A JSON Feed", "items": [{"id": "1", "content_text": "x"}]}';
const text = '<p>Some text that is long enough to be the text of a page, whatever it says.</p>';
const page = (head: string, body = text) =>
  `<!doctype html><html><head><title>A page</title>${head}</head><body>${body}</body></html>`;
const article = (n: number) =>
  `<article><h2><a href="/2026/03/0${n}/a-long-title-of-article-${n}">A long title of article number ${n}</a></h2></article>`;

let site: TestWebServer;
let paths: Record<string, string | RequestListener>;
beforeAll(async () => {
  site = await startTestWebServer((request, response) => {
    const known = paths[request.url ?? ''];
    if (typeof known === 'string') response.end(known);
    else if (known) known(request, response);
    else response.writeHead(404).end();
  });
});
beforeEach(() => {
  paths = {};
  site.requests.length = 0;
});
afterAll(() => site.close());

async function discover(
  request: DiscoveryRequest,
  allowPrivate = ['127.0.0.1'],
  respectRobots = false,
  maxSeconds = 30,
): Promise<Discovery> {
  const limits = { timeoutSeconds: 5, maxBytes: 100_000, userAgent: 'test' };
  const web = createWebAccess(
    { ...limits, allowPrivate, respectRobots },
    inProcessDocuments.robots,
    () => NOW,
  );
  const delays = { byHost: new Map(), byType: new Map() };
  const look = createDiscover({
    ...web,
    ...DISCOVERY_LIMITS,
    ...inProcessDocuments,
    maxSeconds,
    pause: (host, signal) => pauseAtHost(host, delays, signal),
    maxArticleAgeDays: 7,
    now: () => NOW,
  });
  return discoverySchema.parse(await look(request, new AbortController().signal));
}
const at = (path: string, type?: DiscoveryRequest['type']) =>
  discover({ url: `${site.url}${path}`, ...(type && { type }) });
const redirect =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();
const hop = (from: string, statusCode: number, to: string) => ({
  from: `${site.url}${from}`,
  statusCode,
  to: new URL(to, site.url).href,
});
const asked = () => site.requests.map(({ url }) => url);

describe('an address that is a feed', () => {
  it('reports the title, the entries and what a first poll of a feed would store', async () => {
    paths['/feed'] = rss(
      'The news',
      item('undated') +
        item('recent', 'Mon, 09 Mar 2026 12:00:00 GMT') +
        item('old', 'Sun, 01 Feb 2026 12:00:00 GMT'),
    );
    const url = `${site.url}/feed`;
    expect(await at('/feed')).toEqual({
      url,
      finalUrl: url,
      redirects: [],
      kind: 'feed',
      title: 'The news',
      feeds: [
        {
          url,
          title: 'The news',
          format: 'rss',
          foundBy: 'address',
          redirects: [],
          entries: 3,
          firstPoll: { store: 1, before_source: 1, too_old: 1 },
          sample: [
            { title: 'undated', url: `${site.url}/undated`, publishedAt: null, firstPoll: 'store' },
            {
              title: 'recent',
              url: `${site.url}/recent`,
              publishedAt: '2026-03-09T12:00:00.000Z',
              firstPoll: 'before_source',
            },
            {
              title: 'old',
              url: `${site.url}/old`,
              publishedAt: '2026-02-01T12:00:00.000Z',
              firstPoll: 'too_old',
            },
          ],
        },
      ],
      isComplete: true,
      page: null,
      suggestion: { name: 'The news', type: 'rss', feedUrl: url, siteUrl: null },
      error: null,
    });
    expect(asked()).toEqual(['/feed']);
  });

  it.each([
    ['Atom', ATOM, 'An & Atom', 'atom'],
    ['JSON Feed', JSON_FEED, 'A JSON Feed', 'json'],
    [
      'RDF',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>An RDF</title></channel><item><title>x</title></item></rdf:RDF>',
      'An RDF',
      'rdf',
    ],
    ['a feed without a title', rss(''), null, 'rss'],
  ])('reports the title and the format of %s', async (_given, body, title, format) => {
    paths['/x'] = body;
    expect(await at('/x')).toMatchObject({ kind: 'feed', title, feeds: [{ title, format }] });
  });

  it('falls back to http for an address without a scheme', async () => {
    paths['/feed'] = ATOM;
    const address = site.url.replace('http://', '');
    expect(await discover({ url: `${address}/feed` })).toMatchObject({
      kind: 'feed',
      url: `${site.url}/feed`,
    });
  });

  it('reports every redirect', async () => {
    Object.assign(paths, { '/old': redirect('/newer', 301), '/newer': redirect('/new', 307), '/new': ATOM });
    const redirects = [hop('/old', 301, '/newer'), hop('/newer', 307, '/new')];
    expect(await at('/old')).toMatchObject({
      url: `${site.url}/old`,
      finalUrl: `${site.url}/new`,
      redirects,
      kind: 'feed',
      feeds: [{ redirects }],
    });
  });

  it('hides the password of an address that redirects', async () => {
    Object.assign(paths, { '/old': redirect('/new'), '/new': ATOM });
    const url = `${site.url.replace('//', '//me:secret@')}/old`;
    expect((await discover({ url })).redirects).toEqual([hop('/old', 302, '/new')]);
  });
});

describe('an address that is a page', () => {
  it('reports each real feed of a page once, in order', async () => {
    paths['/blog/'] = page(
      `<base href="/feeds/">
       <link rel="alternate" type="application/rss+xml" href="rss"><link rel="ALTERNATE" type="application/atom+xml; charset=utf-8" href="atom">
       <link rel="alternate" type="application/feed+json" href="//${new URL(site.url).host}/json"><link rel="alternate" hreflang="de" href="/de">
       <link rel="alternate" type="application/rss+xml" href="/same"><link rel="alternate" type="application/rss+xml" href="/dead">`,
      `${text}<a href="/podcast.rss">Podcast</a>`,
    );
    Object.assign(paths, {
      '/feeds/rss': rss('R'),
      '/feeds/atom': ATOM,
      '/json': JSON_FEED,
      '/same': rss('R'),
      '/podcast.rss': rss('P'),
    });
    const found = await at('/blog/');
    expect(found).toMatchObject({
      kind: 'page',
      title: 'A page',
      suggestion: { name: 'R', type: 'rss', feedUrl: `${site.url}/feeds/rss`, siteUrl: `${site.url}/blog/` },
    });
    expect(found.feeds.map(({ url, foundBy }) => [url.replace(site.url, ''), foundBy])).toEqual([
      ['/feeds/rss', 'link'],
      ['/feeds/atom', 'link'],
      ['/json', 'link'],
      ['/podcast.rss', 'anchor'],
    ]);
  });

  it('tries the usual addresses when a page names no feed', async () => {
    paths['/'] = page('');
    paths['/feed'] = page('');
    paths['/rss.xml'] = (_request, response) => void response.writeHead(302, { location: '/real' }).end();
    paths['/real'] = rss('Found');
    expect((await at('/')).feeds).toMatchObject([
      { url: `${site.url}/real`, title: 'Found', foundBy: 'guess' },
    ]);
    expect(asked()).toEqual(['/', '/feed', '/rss.xml', '/real']);
  });

  it('asks for the likely addresses first, and for those of comments last', async () => {
    const links = Array.from(
      { length: 12 },
      (_, n) => `<a href="https://10.0.0.1/tag-${n}.rss">Tag</a>`,
    ).join('');
    paths['/'] = page(
      `<link rel="alternate" type="text/xml" href="/sitemap"><link rel="alternate stylesheet" type="text/xml" href="/style">
       <link rel="alternate" type="application/rss+xml" href="/comments/feed/">
       <link rel="alternate" type="application/rss+xml" href="/all"><link rel="alternate" type="application/atom+xml" href="/feed/atom">`,
      `${text}${links}<a href="/podcast.rss">Podcast</a>`,
    );
    await at('/');
    expect(asked()).toEqual(['/', '/feed/atom', '/all', '/sitemap', '/podcast.rss']);
  });

  it('reports the feed of the comments after the others', async () => {
    paths['/'] = page(
      '<link rel="alternate" type="application/rss+xml" href="/comments/feed/"><link rel="alternate" type="application/rss+xml" href="/feed/">',
    );
    Object.assign(paths, { '/comments/feed/': rss('Comments'), '/feed/': rss('News') });
    const found = await at('/');
    expect(found.feeds.map(({ title }) => title)).toEqual(['News', 'Comments']);
    expect(found.suggestion).toMatchObject({ feedUrl: `${site.url}/feed/` });
  });

  it('makes ten requests for a page with a hundred links to no feeds', async () => {
    paths['/'] = page(
      Array.from(
        { length: 100 },
        (_, n) => `<link rel="alternate" type="application/rss+xml" href="/${n}">`,
      ).join(''),
    );
    expect(await at('/')).toMatchObject({ kind: 'page', feeds: [], isComplete: false });
    expect(asked()).toHaveLength(10);
  });

  it('reports the first nine of a hundred feeds, and that there may be more', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `/feed-${n}`);
    for (const name of names) paths[name] = rss(name);
    paths['/'] = page(
      names.map((name) => `<link rel="alternate" type="application/rss+xml" href="${name}">`).join(''),
    );
    const { feeds, isComplete } = await at('/');
    expect(feeds.map(({ title }) => title)).toEqual(names.slice(0, 9));
    expect(isComplete).toBe(false);
  });

  it('reads the title and the feeds of a page in windows-1251', async () => {
    const html = page(
      '<meta charset="windows-1251"><link rel="alternate" type="application/rss+xml" href="/f">',
    );
    const [before = '', after = ''] = html.split('A page');
    const title = Buffer.from([0xcd, 0xee, 0xe2, 0xee, 0xf1, 0xf2, 0xe8]);
    paths['/'] = (_request, response) =>
      void response.end(Buffer.concat([Buffer.from(before), title, Buffer.from(after)]));
    paths['/f'] = ATOM;
    expect(await at('/')).toMatchObject({ title: 'Новости', feeds: [{ url: `${site.url}/f` }] });
  });

  it('reports the redirects of a feed that has moved', async () => {
    paths['/'] = page('<link rel="alternate" type="application/rss+xml" href="/old">');
    Object.assign(paths, { '/old': redirect('/new', 301), '/new': ATOM });
    expect(await at('/')).toMatchObject({
      redirects: [],
      feeds: [{ url: `${site.url}/old`, redirects: [hop('/old', 301, '/new')] }],
    });
  });

  it('stops guessing when a site refuses', async () => {
    paths['/'] = page('');
    paths['/feed'] = (_request, response) => void response.writeHead(429).end();
    expect(await at('/')).toMatchObject({ kind: 'page', feeds: [] });
    expect(asked()).toEqual(['/', '/feed']);
  });

  it('suggests a watchlist for a list of articles without a feed', async () => {
    paths['/news'] = page('', [1, 2, 3, 4].map(article).join(''));
    expect(await at('/news')).toMatchObject({
      page: {
        articles: 4,
        articleLinks: expect.arrayContaining([`${site.url}/2026/03/01/a-long-title-of-article-1`]),
      },
      suggestion: { name: 'A page', type: 'watchlist', feedUrl: `${site.url}/news` },
    });
  });

  it('suggests a website for a page of text', async () => {
    paths['/about'] = page('');
    expect(await at('/about')).toMatchObject({
      page: { title: 'A page', excerpt: expect.stringContaining('Some text'), articles: 0 },
      suggestion: { type: 'website' },
    });
  });

  it.each([
    { type: 'website' as const, suggested: { type: 'website' }, requests: 1 },
    { type: 'watchlist' as const, suggested: { type: 'watchlist' }, requests: 1 },
    { type: 'rss' as const, suggested: { type: 'rss' }, requests: 2 },
  ])(
    'suggests the wanted type $type for a page that has everything',
    async ({ type, suggested, requests }) => {
      paths['/'] = page(
        '<link rel="alternate" type="application/rss+xml" href="/f">',
        [1, 2, 3].map(article).join(''),
      );
      paths['/f'] = ATOM;
      expect((await at('/', type)).suggestion).toMatchObject(suggested);
      expect(asked()).toHaveLength(requests);
    },
  );
});

describe('a page and its robots.txt', () => {
  const look = (type?: DiscoveryRequest['type']) =>
    discover({ url: `${site.url}/about`, ...(type && { type }) }, ['127.0.0.1'], true);

  it.each([
    { given: 'forbids it', robots: 'User-agent: *\nDisallow: /about', allowed: false, suggestion: null },
    { given: 'allows it', robots: '', allowed: true, suggestion: { type: 'website' } },
  ])(
    'reports a robots.txt that $given, and suggests only what can be polled',
    async ({ robots, allowed, suggestion }) => {
      paths['/about'] = page('');
      paths['/robots.txt'] = robots;
      const { page: described, suggestion: suggested } = await look('website');
      expect(described?.allowedByRobots).toBe(allowed);
      expect(suggested && { type: suggested.type }).toEqual(suggestion);
      expect(asked()).toEqual(['/about', '/robots.txt']);
    },
  );

  it('suggests nothing when robots.txt disallows where the page redirects', async () => {
    Object.assign(paths, { '/about': redirect('/private'), '/private': page('') });
    paths['/robots.txt'] = 'User-agent: *\nDisallow: /private';
    expect(await look('website')).toMatchObject({
      page: { allowedByRobots: false, robotsRefusal: expect.stringContaining('/robots.txt does not allow') },
      suggestion: null,
    });
  });

  it('suggests the feed of a page that robots.txt disallows', async () => {
    paths['/about'] = page('<link rel="alternate" type="application/rss+xml" href="/f">');
    paths['/robots.txt'] = 'User-agent: *\nDisallow: /';
    paths['/f'] = ATOM;
    expect(await look()).toMatchObject({ page: { allowedByRobots: false }, suggestion: { type: 'rss' } });
  });
});

describe('an address with nothing', () => {
  it.each<{ given: string; answer: string | RequestListener; error: object }>([
    {
      given: '410',
      answer: (_request, response) => void response.writeHead(410).end(),
      error: { type: 'gone', statusCode: 410 },
    },
    {
      given: 'a cut connection',
      answer: (_request, response) => void response.destroy(),
      error: { type: 'network' },
    },
    { given: 'an empty answer', answer: '', error: { type: 'parse_error' } },
    {
      given: 'a PDF',
      answer: '%PDF-1.7',
      error: { type: 'parse_error', message: expect.stringContaining('PDF') },
    },
    {
      given: 'a broken feed',
      answer: '<rss version="2.0"><channel><ti',
      error: { type: 'parse_error', code: 'malformed' },
    },
  ])('reports $given as a poll would', async ({ answer, error }) => {
    paths['/x'] = answer;
    expect(await at('/x')).toMatchObject({
      kind: 'nothing',
      feeds: [],
      page: null,
      suggestion: null,
      error,
    });
  });

  it('reports the http failure of an address without a scheme', async () => {
    paths['/x'] = (_request, response) => void response.writeHead(410).end();
    const found = await discover({ url: `${site.url.replace('http://', '')}/x` });
    expect(found).toMatchObject({ url: `${site.url}/x`, error: { type: 'gone' } });
  });

  it('reports a redirect over http to a private address', async () => {
    paths['/x'] = redirect('http://10.0.0.1/');
    expect(await discover({ url: `${site.url.replace('http://', '')}/x` })).toMatchObject({
      url: `${site.url}/x`,
      redirects: [hop('/x', 302, 'http://10.0.0.1/')],
      error: { code: 'blocked_address' },
    });
  });

  it('refuses a private address without a request', async () => {
    paths['/feed'] = ATOM;
    const found = await discover({ url: `${site.url}/feed` }, []);
    expect(found).toMatchObject({ kind: 'nothing', error: { code: 'blocked_address' } });
    expect(asked()).toEqual([]);
  });

  it('refuses a redirect to a private address, and reports the redirects', async () => {
    const inside = `${site.url.replace('127.0.0.1', '127.0.0.2')}/secret`;
    paths['/x'] = redirect(inside);
    expect(await at('/x')).toMatchObject({
      kind: 'nothing',
      finalUrl: null,
      redirects: [hop('/x', 302, inside)],
      error: { code: 'blocked_address' },
    });
    expect(asked()).toEqual(['/x']);
  });

  it('follows five redirects in a circle, then fails', async () => {
    Object.assign(paths, { '/a': redirect('/b'), '/b': redirect('/a') });
    const found = await at('/a');
    expect(found).toMatchObject({ kind: 'nothing', error: { code: 'too_many_redirects' } });
    expect(found.redirects).toHaveLength(6);
    expect(asked()).toEqual(['/a', '/b', '/a', '/b', '/a', '/b']);
  });

  it('sends no request to a feed at a private address', async () => {
    paths['/'] = page(
      `<link rel="alternate" type="application/rss+xml" href="${site.url.replace('127.0.0.1', '127.0.0.2')}/f">`,
    );
    expect((await at('/')).feeds).toEqual([]);
  });
});

describe('a site that is slow', () => {
  const hang: RequestListener = () => {};
  const lookFor = (path: string, seconds: number) =>
    discover({ url: `${site.url}${path}` }, ['127.0.0.1'], true, seconds);

  it('reports a timeout for an address that never responds', async () => {
    paths['/'] = hang;
    expect(await lookFor('/', 0.3)).toMatchObject({
      kind: 'nothing',
      error: { type: 'network', message: 'timeout after 0.3s' },
    });
  });

  it('reports what was found when one feed never responds', async () => {
    const links = ['/quick', '/never', '/late'].map(
      (href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`,
    );
    Object.assign(paths, {
      '/': page(links.join('')),
      '/quick': rss('Quick'),
      '/never': hang,
      '/late': rss('Late'),
    });
    expect(await lookFor('/', 1)).toMatchObject({
      kind: 'page',
      feeds: [{ title: 'Quick' }],
      isComplete: false,
      page: { allowedByRobots: false, robotsRefusal: 'timeout after 1s waiting for robots.txt' },
    });
    expect(asked()).not.toContain('/late');
  });
});
