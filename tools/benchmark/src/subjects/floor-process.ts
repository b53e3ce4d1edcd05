import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import postgres from 'postgres';
import { request } from 'undici';
import type { FloorName } from './floors.js';

/** The process in which a floor is measured. */
const AT_ONCE = 50;

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 4, onnotice: () => {} });
const etags = new Map<string, string>();
let texts: string[] = [];

const RUNS: Record<FloorName, (urls: string[]) => Promise<void>> = {
  'fetch only': async (urls) => void (await fetchAll(urls)),
  'scan only': async () => {
    for (const text of texts) scan(text);
  },
  'insert only': insertAll,
};

async function fetchAll(urls: string[]): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  let next = 0;
  const work = async () => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const known = etags.get(url);
      const { headers, body } = await request(url, { headers: known ? { 'if-none-match': known } : {} });
      bodies.push(Buffer.from(await body.arrayBuffer()));
      if (typeof headers.etag === 'string') etags.set(url, headers.etag);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return bodies;
}

/** Every tag and text of a feed, once. */
function scan(text: string): number {
  let seen = 0;
  const parser = new Parser(
    {
      onopentag: () => {
        seen += 1;
      },
      ontext: (data) => {
        seen += data.length;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return seen;
}

/** Every entry of every feed, a feed a statement. */
async function insertAll(): Promise<void> {
  await sql`create table if not exists entries (feed int, guid text, title text, content text, unique (feed, guid))`;
  let next = 0;
  const work = async () => {
    for (let feed = next++; feed < texts.length; feed = next++) {
      const entries = (texts[feed] ?? '').split(/<(?:item|entry)>/).slice(1);
      const guids = entries.map((_, index) => String(index));
      const titles = entries.map((entry) => entry.slice(0, 60));
      await sql`insert into entries select ${feed}, * from unnest(${guids}::text[], ${titles}::text[], ${entries}::text[])
        on conflict do nothing`;
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

process.on('message', async (message: { prepare?: FloorName; run?: FloorName; urls: string[] }) => {
  if (message.prepare && message.prepare !== 'fetch only') {
    texts = (await fetchAll(message.urls)).map((body) => gunzipSync(body).toString());
    etags.clear();
  }
  if (message.run) await RUNS[message.run](message.urls);
  process.send?.({ done: true });
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
