import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, LEVEL } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serveNews, startNewsLoad } from './support/news-load.js';
import { openResources } from './support/open-resources.js';
import { openPostgres } from './support/own-postgres.js';
import { startPollLoad } from './support/poll-load.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith } from './support/site-behaviours.js';
import { openSmallDisk } from './support/small-disk.js';

const open = openResources(afterEach);

/** `npm run outages` takes the long ones. */
const isLong = process.env.LONG_OUTAGES === '1';
const FULL_SECONDS = isLong ? 60 : 6;
const AWAY_SECONDS = isLong ? 180 : 6;
const MAX_LOG_BYTES = 200_000;
const INFO = 30;

describe('an outage of the database', () => {
  it('fills no log, refuses with 503, ends by itself and loses nothing, given a full disk', async () => {
    const server = await openPostgres(open);
    const disk = await openSmallDisk(server);
    const site = await open.site(serveNews(), '0.0.0.0');
    const system = await open.system({ databases: server.databases });
    const load = await startNewsLoad(system, site);
    try {
      await load.untilStored(3);
      const logged = countLogged(system);
      await disk.fill();
      await eventually(() => expect(load.statuses.get(503)).toBeGreaterThan(0), 60_000);
      const creating = await eventually(() => refusedCreation(system), 60_000);
      expect(creating).toMatchObject({ status: 503, retryAfterMs: expect.any(Number) });
      await sleep(FULL_SECONDS * 1000);
      await disk.free();
      await load.untilStored(3);
      report(`disk full (${disk.kind}) for ${FULL_SECONDS} s`, logged(), load.statuses);
      expect(logged().bytes).toBeLessThan(MAX_LOG_BYTES);
    } finally {
      await load.stop();
    }
    await load.expectNothingLost();
    expectNoBug(system);
  }, 600_000);

  it('fills no log, ends by itself and loses nothing, given a PostgreSQL that is away', async () => {
    const server = await openPostgres(open);
    const site = await open.site(respondWith(503), '0.0.0.0');
    const system = await open.system({
      databases: server.databases,
      policyFile: { typed: { rules: { upstream_failure: { disableAfter: null } } } },
    });
    const load = await startPollLoad(system, site);
    let logged = countLogged(system);
    try {
      await load.progress(3);
      logged = countLogged(system);
      await server.stop();
      await sleep(AWAY_SECONDS * 1000);
      await server.start();
      const whileAway = logged();
      await load.progress(3);
      report(`PostgreSQL away for ${AWAY_SECONDS} s`, whileAway);
      expect(whileAway.bytes).toBeLessThan(MAX_LOG_BYTES);
    } finally {
      await load.stop();
    }
    await load.expectOutcomesToAgree();
  }, 600_000);
});

/** What both services log from now on at the level `info`. */
function countLogged({ manager, crawler }: RunningSystem) {
  const services = [manager, crawler].map(({ lines }) => ({ lines, from: lines.length }));
  return () => {
    const lines = services.flatMap(({ lines: all, from }) => all.slice(from));
    const texts = lines.filter(({ level }) => level >= INFO).map((line) => `${JSON.stringify(line)}\n`);
    return {
      lines: texts.length,
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      longest: Math.max(0, ...texts.map(({ length }) => length)),
    };
  };
}

async function refusedCreation({ sources }: RunningSystem): Promise<unknown> {
  // Long, so that it does not fit where something was deleted.
  const name = 'x'.repeat(200);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const refusal: unknown = await sources
      .createSource({ name, siteUrl: `https://news.example/${name.repeat(8)}` })
      .then(() => null)
      .catch((error: unknown) => error);
    if (refusal) return refusal;
  }
  throw new Error('every source was created');
}

function expectNoBug({ manager, crawler }: RunningSystem): void {
  for (const { lines } of [manager, crawler])
    expect(lines.filter(({ level }) => level > LEVEL.error)).toEqual([]);
}

function report(
  what: string,
  { lines, bytes, longest }: ReturnType<ReturnType<typeof countLogged>>,
  statuses?: Map<number, number>,
) {
  const responses = statuses
    ? `; poll-now: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`
    : '';
  process.stderr.write(`${what}: ${lines} log lines, ${bytes} bytes, the longest ${longest}${responses}\n`);
}
