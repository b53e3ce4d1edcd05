import {
  type ImportLine,
  type ImportReport,
  importLineSchema,
  importReportSchema,
} from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { eventually, LEVEL, testToken } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { count, sql } from 'drizzle-orm';
import { sourceEvents } from '../src/audit/schema.js';
import { sources } from '../src/sources/schema.js';
import { sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { waitUntilBlocked } from './wait-until-blocked.js';

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
beforeEach(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterEach(async () => {
  await connection.close();
  await manager.stop();
});

const opml = (body: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<opml version="2.0"><body>\n${body}\n</body></opml>`;
const feeds = (length: number) =>
  opml(
    Array.from(
      { length },
      (_, n) => `<outline type="rss" text="Feed ${n}" xmlUrl="https://site${n % 900}.example/feed/${n}"/>`,
    ).join('\n'),
  );

async function post(file: string | Buffer, type = 'text/x-opml', target = manager) {
  const answer = await (await target.as())
    .post('/api/v1/sources/import')
    .set('content-type', type)
    .send(file);
  return { status: answer.status, body: answer.body };
}

const bearer = async () => ({ authorization: `Bearer ${await testToken(['sources:write'])}` });

async function importFile(...given: Parameters<typeof post>): Promise<ImportReport> {
  const { status, body } = await post(...given);
  expect(status).toBe(200);
  return importReportSchema.strict().parse(body);
}

async function exported(target = manager, query = ''): Promise<string> {
  const answer = await (await target.as('sources:read', 'sources:write'))
    .get(`/api/v1/sources/export${query}`)
    .buffer();
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/x-opml; charset=utf-8']);
  return answer.text;
}

async function counts() {
  const [first] = await connection.db.select({ sources: count() }).from(sources);
  const [second] = await connection.db.select({ events: count() }).from(sourceEvents);
  return { ...first, ...second };
}

describe('an import of OPML', () => {
  it('changes nothing the second time, given 5,000 feeds', async () => {
    const file = feeds(5000);
    const first = await importFile(file);
    expect(first).toMatchObject({ added: 5000, known: 0, invalid: 0, truncated: false });
    const rows = () => connection.db.select().from(sources).orderBy(sources.id);
    const before = await rows();
    expect(await counts()).toEqual({ sources: 5000, events: 5000 });
    const second = await importFile(file);
    expect(second).toMatchObject({ added: 0, known: 5000, invalid: 0 });
    expect(second.entries.map(({ sourceId }) => sourceId)).toEqual(
      first.entries.map(({ sourceId }) => sourceId),
    );
    expect(await rows()).toEqual(before);
    expect(await counts()).toEqual({ sources: 5000, events: 5000 });
  });

  it('reports broken entries and adds the good ones', async () => {
    const { body: existing } = await (await manager.as())
      .post('/api/v1/sources')
      .send({ name: 'Mine', feedUrl: 'https://known.example/feed' });
    const report = await importFile(
      opml(`<outline text="Folder">
<outline text="Good & plain" xmlUrl="https://good.example/?a=1&b=2" htmlUrl="https://good.example/"/>
<outline text="No address" type="rss" htmlUrl="https://only-a-page.example/"/>
<outline text="Nonsense" xmlUrl="not a url"/>
<outline text="Mine" xmlUrl="HTTPS://KNOWN.example/feed"/>
<outline text="${'x'.repeat(300)}" xmlUrl="https://long.example/"/>
<outline text="Again" xmlUrl="https://good.example/?a=1&amp;b=2"/>
</outline>`),
    );
    expect(report).toMatchObject({ added: 2, known: 2, invalid: 2 });
    expect(report.entries.map(({ line, result }) => [line, result])).toEqual([
      [4, 'added'],
      [5, 'invalid'],
      [6, 'invalid'],
      [7, 'known'],
      [8, 'added'],
      [9, 'known'],
    ]);
    const [good, pageOnly, nonsense, mine, , again] = report.entries;
    expect(pageOnly?.reason).toContain('no xmlUrl');
    expect(nonsense?.reason).toBe('feedUrl: must be an http or https URL');
    expect(mine?.sourceId).toBe(existing.id);
    expect(again?.sourceId).toBe(good?.sourceId);
    const { body } = await (await manager.as()).get(`/api/v1/sources/${good?.sourceId}`);
    expect(body).toMatchObject({
      name: 'Good & plain',
      type: 'rss',
      feedUrl: 'https://good.example/?a=1&b=2',
      siteUrl: 'https://good.example/',
      enabled: true,
      ownerId: 'tester',
      version: 1,
    });
    const { body: events } = await (await manager.as()).get(`/api/v1/sources/${good?.sourceId}/events`);
    expect(events.items.map(({ action }: { action: string }) => action)).toEqual(['created']);
  });

  it.each([
    ['UTF-8', 'utf8'],
    ['UTF-16', 'utf16le'],
    ['ISO-8859-1', 'latin1'],
  ] as const)('decodes names, given a file in %s', async (declared, encoding) => {
    const text = opml('<outline text="Zoë Müller" xmlUrl="https://zoe.example/"/>', declared);
    const file = Buffer.from(encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding);
    expect((await importFile(file, 'application/xml')).entries[0]?.title).toBe('Zoë Müller');
  });

  it('adds each feed once, given the same file twice at once', async () => {
    const file = feeds(1200);
    const reports = await Promise.all([importFile(file), importFile(file, 'text/xml')]);
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(1200);
    expect(reports.reduce((sum, { known }) => sum + known, 0)).toBe(1200);
    expect(await counts()).toEqual({ sources: 1200, events: 1200 });
  });

  it('shows progress before the report, given a caller who accepts NDJSON', async () => {
    const response = await fetch(`${manager.baseUrl}/api/v1/sources/import`, {
      method: 'POST',
      headers: { ...(await bearer()), 'content-type': 'text/x-opml', accept: 'application/x-ndjson' },
      body: feeds(1100),
    });
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines: ImportLine[] = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => importLineSchema.parse(JSON.parse(line)));
    expect(lines.slice(0, -1)).toEqual([
      { kind: 'progress', done: 500, total: 1100 },
      { kind: 'progress', done: 1000, total: 1100 },
      { kind: 'progress', done: 1100, total: 1100 },
    ]);
    expect(lines.at(-1)).toMatchObject({ kind: 'report', added: 1100 });
  });

  it.each(['application/json', 'application/x-ndjson'])(
    'keeps the batch that is done and adds no other, given a caller of %s who leaves half-way',
    async (accept) => {
      const { db } = connection;
      const leaving = new AbortController();
      const headers = { ...(await bearer()), 'content-type': 'text/x-opml', accept };
      await db.transaction(async (tx) => {
        // Holds the first batch before its events.
        await tx.execute(sql`lock table ${sourceEvents} in exclusive mode`);
        const request = { method: 'POST', headers, body: feeds(5000), signal: leaving.signal };
        const asked = fetch(`${manager.baseUrl}/api/v1/sources/import`, request);
        await waitUntilBlocked(db);
        leaving.abort();
        await expect(asked).rejects.toThrow();
        await eventually(() =>
          expect(manager.lines.map(({ msg }) => msg)).toContain('request aborted by the client'),
        );
      });
      await eventually(async () => expect((await counts()).sources).toBe(500));
      // Who comes next at the clock finds nobody before them.
      await (await manager.as()).post('/api/v1/sources').send({ name: 'Next' });
      expect(await counts()).toEqual({ sources: 501, events: 501 });
      expect(manager.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
    },
  );

  it('takes a file as long as the export of a hundred thousand feeds', async () => {
    const file = opml(`${' '.repeat(30 * 1024 * 1024)}<outline text="A" xmlUrl="https://a.example/feed"/>`);
    expect(await importFile(file)).toMatchObject({ added: 1, invalid: 0 });
  });

  it.each([
    ['another media type', opml(''), 'application/json', 415],
    ['what is no OPML', '<html/>', 'text/xml', 400],
    ['outlines nested too deep', `<opml>${'<outline>'.repeat(500)}`, 'text/x-opml', 400],
    ['more than 64 MB', Buffer.alloc(64 * 1024 * 1024 + 1, ' '), 'text/x-opml', 413],
  ])('refuses %s and adds nothing', async (_given, file, type, status) => {
    expect((await post(file, type)).status).toBe(status);
    expect(await counts()).toEqual({ sources: 0, events: 0 });
  });

  it('responds 403 to a token that may only read', async () => {
    const answer = await (await manager.as('sources:read'))
      .post('/api/v1/sources/import')
      .set('content-type', 'text/x-opml')
      .send(feeds(1));
    expect(answer.status).toBe(403);
  });
});

describe('an export as OPML', () => {
  it('stays the same through an import elsewhere', async () => {
    await connection.db.insert(sources).values([
      sampleSource({
        name: `<"A" & 'B'> \u{1F600} Ü  ü`,
        feedUrl: 'https://z.example/?a=1&b=%22',
        siteUrl: 'https://z.example/',
      }),
      sampleSource({ name: 'Page', type: 'website', feedUrl: 'https://a.example/', enabled: false }),
      sampleSource({ name: 'Login', feedUrl: 'https://me:secret@b.example/', pollIntervalMinutes: 5 }),
      sampleSource({ name: 'Twice', feedUrl: 'https://twice.example/' }),
      sampleSource({ name: 'Twice more', feedUrl: 'https://twice.example/' }),
      sampleSource({ name: 'No feed', feedUrl: null }),
      sampleSource({
        name: 'List',
        type: 'watchlist',
        feedUrl: 'https://b.example/List',
        articleSelector: 'h2 > a[href^="/"]',
        aggregate: false,
      }),
      ...Array.from({ length: 2100 }, (_, n) =>
        sampleSource({ name: `Feed ${n}`, feedUrl: `https://many.example/${n}` }),
      ),
    ]);
    const file = await exported();
    expect(file.match(/<outline/g)).toHaveLength(2105);
    const other = await startSourceManager();
    try {
      expect(await importFile(file, 'text/x-opml', other)).toMatchObject({
        added: 2105,
        known: 0,
        invalid: 0,
      });
      expect(await exported(other)).toBe(file);
    } finally {
      await other.stop();
    }
    expect(await importFile(file)).toMatchObject({ added: 0, known: 2105 });
    expect(await exported()).toBe(file);
  });

  it('is OPML 2.0 with our settings in their namespace', async () => {
    await connection.db.insert(sources).values([
      sampleSource({
        name: 'A & B',
        feedUrl: 'https://a.example/feed?x=1&y=2',
        siteUrl: 'https://a.example/',
      }),
      sampleSource({ name: 'Page', type: 'website', feedUrl: 'https://b.example/', enabled: false }),
    ]);
    expect(await exported()).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:feedwarden="urn:feedwarden:opml:1">
  <head>
    <title>Feedwarden sources</title>
  </head>
  <body>
    <outline text="A &amp; B" title="A &amp; B" type="rss" xmlUrl="https://a.example/feed?x=1&amp;y=2" htmlUrl="https://a.example/"/>
    <outline text="Page" title="Page" type="rss" xmlUrl="https://b.example/" feedwarden:type="website" feedwarden:enabled="false"/>
  </body>
</opml>
`);
    expect(await exported(manager, '?type=website')).not.toContain('a.example');
  });
});
