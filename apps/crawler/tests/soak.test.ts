import { setTimeout as sleep } from 'node:timers/promises';
import { errorTypeSchema } from '@feedwarden/contracts';
import { captureLogs, LEVEL, type LogLine } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';
import { type FaultyWeb, startFaultyWeb } from './hostile/faulty-web.js';
import { collectedMemory } from './hostile/memory.js';
import { createTestLoop } from './test-loop.js';

const HOSTS = 40;
/** Of a source that is polled every minute, in an hour. */
const POLLS_EACH = 60;
const ALL_POLLS = HOSTS * POLLS_EACH;
const LIMITS = { timeoutSeconds: 2, maxBytes: 100_000 };
const MOST_GROWTH_MB = 5;
/** For a busy machine; an idle one needs a tenth. */
const PATIENCE_MS = 200_000;

let crawler: CrawlerDatabase;
let web: FaultyWeb;
beforeAll(async () => {
  crawler = await openCrawlerDatabase();
  web = await startFaultyWeb();
});
afterAll(async () => {
  await crawler.close();
  await web.close();
});

/** Whatever is planned for later is due now. Hosts first: that is the order in which they are locked. */
async function letTimePass(): Promise<void> {
  await crawler.db.execute(sql`update hosts set claimable_at = now() where owner is null`);
  await crawler.db.execute(sql`update feeds set due_at = now() where due_at > now()`);
  await sleep(50);
}

// A rejection that nobody handles fails a test by itself.
describe('an hour of polling', () => {
  it(
    'logs only unexpected errors and keeps memory flat over an hour with 40 hosts and a fifth of all polls failing',
    async () => {
      await crawler.apply(
        Array.from({ length: HOSTS }, (_, n) =>
          aSource({ feedUrl: `http://127.0.1.${n + 1}:${web.port}/feed` }),
        ),
      );
      const { logger, lines } = captureLogs('info');
      const failed = new Map<unknown, number>();
      const loud: LogLine[] = [];
      let polls = 0;
      const readLines = () => {
        for (const line of lines.splice(0)) {
          if (line.msg === 'feed polled') polls += 1;
          if (line.msg === 'feed poll failed') {
            polls += 1;
            failed.set(line.errorType, (failed.get(line.errorType) ?? 0) + 1);
          }
          if (line.level >= LEVEL.error) loud.push(line);
        }
      };
      const memoryAfter = async (part: number) => {
        while (polls < ALL_POLLS * part) {
          await letTimePass();
          readLines();
        }
        return collectedMemory();
      };

      const loop = createTestLoop(crawler, { logger, tickSeconds: 0.1, limits: LIMITS });
      loop.start();
      const halfway = await memoryAfter(0.5);
      const atTheEnd = await memoryAfter(1);
      await loop.stop();
      readLines();

      expect([...failed.keys()].sort()).toEqual([...errorTypeSchema.options].sort());
      expect(web.failures() / web.requests()).toBeCloseTo(0.2, 1);
      expect(
        loud.filter(({ msg, errorType }) => msg !== 'feed poll failed' || errorType !== 'unexpected'),
      ).toEqual([]);
      expect((atTheEnd - halfway) / 1e6).toBeLessThan(MOST_GROWTH_MB);
    },
    PATIENCE_MS,
  );
});
