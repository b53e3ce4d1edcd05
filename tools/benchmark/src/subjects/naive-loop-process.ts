import postgres from 'postgres';
import RssParser from 'rss-parser';

/** The naive loop's own process. It is told what to fetch, and says when it has. */
const AT_ONCE = 20;
const TIMEOUT_MS = 30_000;

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10, onnotice: () => {} });
const parser = new RssParser();

await sql`create table if not exists entries (
  feed text not null, guid text not null, url text, title text, content text, author text, published_at timestamptz,
  unique (feed, guid))`;

async function pollFeed(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const feed = await parser.parseString(await response.text());
  for (const item of feed.items) {
    const guid = item.guid ?? item.id ?? item.link ?? item.title ?? '';
    await sql`insert into entries (feed, guid, url, title, content, author, published_at)
      values (${url}, ${guid}, ${item.link ?? null}, ${item.title ?? null}, ${item.content ?? null},
              ${item.creator ?? null}, ${item.isoDate ?? null})
      on conflict do nothing`;
  }
}

async function pollAll(urls: string[]): Promise<number> {
  let next = 0;
  let failed = 0;
  const work = async () => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++])
      await pollFeed(url).catch(() => {
        failed += 1;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

process.on('message', async ({ urls }: { urls: string[] }) => {
  process.send?.({ failed: await pollAll(urls) });
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
