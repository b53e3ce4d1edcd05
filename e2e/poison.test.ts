import { availableParallelism } from 'node:os';
import { LEVEL, testToken } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OPML_FILES } from './poison/opml-files.js';
import { openPoisonSite } from './poison/poison-site.js';
import { createDueAtOnce, type Poll } from './poison/poll-at-once.js';
import { inWords, type Watched, watchServices } from './poison/watch-services.js';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';

const open = openResources(afterEach);

/** `npm run poison` takes all of it. */
const isLong = process.env.LONG_POISON === '1';
const EVERY = isLong ? 1 : 7;
const HARMLESS = isLong ? 40 : 20;
/** For all polls, however busy the machine is. */
const PATIENCE_MS = isLong ? 900_000 : 300_000;
const MOST_MB = 600;
/** A service that reads documents itself is silent for seconds. On a busy machine any server takes longer. */
const mostMs = (bare: Watched) => 200 + 10 * bare.p99Ms;
/** Its heap, and what Node and the document need beside it. */
const MOST_READER_MB = 512;
/** Shows that the suite fails without the limits of the pool. */
const crawlerEnv: Record<string, string> = process.env.POISON_WITHOUT_LIMITS
  ? { READER_DEADLINE_SECONDS: '600', READER_MEMORY_MB: '4096' }
  : {};

describe('feeds, pages and selectors that are made to cost much', () => {
  it(
    'end in posts or a parse_error, while the services respond and other feeds are polled',
    async () => {
      const site = await openPoisonSite(open, EVERY);
      const system = await open.system({ crawlerEnv });
      const harmless = site.harmless(HARMLESS);
      const { crawler, manager } = system;
      const watching = await watchServices(open, { crawler, manager });
      const due = await createDueAtOnce(open, system, inTurn(site.poisons, harmless));
      const imports = importAll(system);
      const polls = await due.polls(PATIENCE_MS);
      const statuses = await imports;
      const seen = await watching.end();
      report(polls, statuses, seen);

      const isHarmless = ({ name }: Pick<Poll, 'name'>) => harmless.some((one) => one.name === name);
      const poisoned = polls.filter((poll) => !isHarmless(poll));
      expect(missing(site.poisons, poisoned)).toEqual([]);
      expect(
        poisoned.filter(({ outcome, errorType }) => outcome !== 'stored' && errorType !== 'parse_error'),
      ).toEqual([]);
      const others = polls.filter(isHarmless);
      expect(missing(harmless, others)).toEqual([]);
      expect(others.filter(({ outcome }) => outcome !== 'stored')).toEqual([]);
      // They were all due at the same moment.
      expect(Math.max(...others.map(({ afterMs }) => afterMs))).toBeLessThan(medianOf(poisoned));
      for (const { status } of statuses) expect([200, 400, 413]).toContain(status);
      for (const { lines, hasEnded } of [crawler, manager]) {
        expect(hasEnded()).toBe(false);
        expect(lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
      }
      for (const { failures, p99Ms, ownPeakMb } of [seen.crawler, seen.manager]) {
        expect(failures).toBe(0);
        expect(p99Ms).toBeLessThan(mostMs(seen['a bare server']));
        expect(ownPeakMb).toBeLessThan(MOST_MB);
      }
      const { readerPeakMb, peakMb } = seen.crawler;
      expect(readerPeakMb).toBeLessThan(MOST_READER_MB);
      expect(peakMb).toBeLessThan(MOST_MB + (availableParallelism() + 1) * MOST_READER_MB);
    },
    PATIENCE_MS + 180_000,
  );
});

/** The few between the many. */
function* inTurn<Item>(many: Item[], few: Item[]): Generator<Item> {
  const left = [...few];
  for (const [index, one] of many.entries()) {
    yield one;
    if ((index * few.length) % many.length < few.length) yield* left.splice(0, 1);
  }
  yield* left;
}

function missing(sources: { name: string }[], polls: Poll[]): string[] {
  const polled = new Set(polls.map(({ name }) => name));
  return sources.map(({ name }) => name).filter((name) => !polled.has(name));
}

function medianOf(polls: Poll[]): number {
  const times = polls.map(({ afterMs }) => afterMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

interface ImportStatus {
  name: string;
  status: number;
}

async function importAll(system: RunningSystem): Promise<ImportStatus[]> {
  const headers = {
    authorization: `Bearer ${await testToken(['sources:write'])}`,
    'content-type': 'text/x-opml',
  };
  const statuses: ImportStatus[] = [];
  for (const { name, body } of OPML_FILES.filter((_, index) => index % EVERY === 0)) {
    const request = { method: 'POST', headers, body: new Uint8Array(body()) };
    const response = await fetch(`${system.manager.url}/api/v1/sources/import`, request);
    await response.text();
    statuses.push({ name, status: response.status });
  }
  return statuses;
}

function report(polls: Poll[], statuses: ImportStatus[], services: Record<string, Watched>): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`;
  const lines = [
    `${polls.length} polls: when recorded, duration, source, outcome`,
    ...polls.map(
      ({ name, afterMs, durationMs, outcome, code }) =>
        `${seconds(afterMs)}${seconds(durationMs)}  ${name}: ${outcome}${code ? ` ${code}` : ''}`,
    ),
    ...statuses.map(({ name, status }) => `${name}: ${status}`),
    ...Object.entries(services).map(([service, seen]) => inWords(service, seen)),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
