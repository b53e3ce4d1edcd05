import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { INITIAL_HEALTH } from '@feedwarden/feed-health';
import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { validatorsOf } from '../readers/page-reader.js';
import type { Feed } from './feed.js';
import type { PollOutcome } from './outcome.js';
import type { PollRecord, SaveResult } from './ports.js';
import { createRecordOutcome } from './record-outcome.js';
import { createSchedule } from './schedule.js';
import {
  failedPoll,
  sampleEntry,
  sampleFeed,
  sampleLease,
  samplePage,
  sampleTransfer,
  unchangedPoll,
} from './testing/sample-feed.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const INFO = 30;

const stored = (entries = [sampleEntry()]): PollOutcome => ({
  kind: 'stored',
  entries,
  validators: validatorsOf(samplePage(), 'hash-two'),
  ...sampleTransfer,
});
const failedBefore = (count: number, lastErrorType: 'not_found' | 'network') => ({
  ...INITIAL_HEALTH,
  consecutiveFailures: count,
  typeStreak: count,
  lastErrorType,
  failingSince: later(-HOUR),
  lastPolledAt: later(-HOUR),
});
const coolingDown = (reason: string) => ({ disabledAt: later(-100 * HOUR), reason });

interface Situation {
  feed?: Feed;
  /** What the store answers, one after another. */
  saves?: SaveResult[];
  /** What the feed has become meanwhile. */
  current?: Feed | null;
}

/** Records one outcome and tells everything that came of it. */
async function record(outcome: PollOutcome, { feed = sampleFeed(), saves, current = null }: Situation = {}) {
  const { logger, lines } = captureLogs();
  const answers = saves ?? [{ kind: 'saved', newPosts: 1 }];
  const records: PollRecord[] = [];
  const policies = () => DEFAULT_FAILURE_POLICIES;
  const recordOutcome = createRecordOutcome({
    policies,
    schedule: createSchedule(policies, { defaultIntervalMinutes: 30, maxFreshHours: 6 }),
    save: async (saved) => {
      records.push(saved);
      return answers.shift() ?? { kind: 'lease_lost' };
    },
    findFeed: async () => current,
    logger,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    now: () => NOW,
  });
  const lease = sampleLease();
  const recorded = await recordOutcome(lease, feed, outcome, 12);
  const facts = lines.map(({ time: _time, pid: _pid, hostname: _hostname, ...fact }) => fact);
  return { recorded, records, last: records.at(-1), lease, lines: facts };
}

const about = { sourceId: sampleFeed().sourceId, url: 'https://news.example/feed' };

describe('recording what an answer says about the next one', () => {
  const rhythm = { everyMinutes: 120, skipHours: [], skipDays: [] };
  const feed = sampleFeed({ freshUntil: later(-HOUR), rhythm });
  const hints = { freshUntil: later(3 * HOUR) };

  it('replaces the old hints by those of new content', async () => {
    const hourly = { ...rhythm, everyMinutes: 60 };
    const { last } = await record({ ...stored(), hints, rhythm: hourly } as PollOutcome, { feed });
    expect(last).toMatchObject({ feed: { ...hints, rhythm: hourly }, dueAt: later(3 * HOUR) });
    const plain = await record(stored(), { feed });
    expect(plain.last).toMatchObject({ feed: { freshUntil: null, rhythm: null }, dueAt: later(HOUR) });
  });

  it('keeps the rhythm and renews the freshness without new content', async () => {
    const { last } = await record({ ...unchangedPoll, hints } as PollOutcome, { feed });
    expect(last).toMatchObject({ feed: { ...hints, rhythm }, dueAt: later(3 * HOUR) });
    const plain = await record(unchangedPoll, { feed });
    expect(plain.last).toMatchObject({ feed: { freshUntil: null, rhythm }, dueAt: later(2 * HOUR) });
  });

  it('keeps the backoff exact after a failure', async () => {
    const { last } = await record(failedPoll(503), { feed: { ...feed, freshUntil: later(5 * HOUR) } });
    expect(last).toMatchObject({ feed: { freshUntil: null, rhythm }, dueAt: later(2 * HOUR) });
  });
});

describe('recording that a feed has moved', () => {
  const DAY = 24 * HOUR;
  const FROM = 'https://ann:s3cret@news.example/feed';
  const TO = 'https://ann:s3cret@news.example/new';
  const throughRedirects = { ...unchangedPoll, hints: { movedTo: TO } } as PollOutcome;
  const move = (days: number, changes = {}) => ({
    to: TO,
    since: later(-days * DAY),
    asked: false,
    ...changes,
  });
  const moved = (days: number, changes = {}) =>
    sampleFeed({ settings: { feedUrl: FROM }, move: move(days, changes) });

  it('remembers a first permanent redirect and does nothing else', async () => {
    const { last } = await record(throughRedirects, { feed: sampleFeed({ settings: { feedUrl: FROM } }) });
    expect(last).toMatchObject({
      feed: { settings: { feedUrl: FROM }, move: move(0) },
      commands: [],
      poll: { decision: 'none' },
    });
  });

  it('asks source-manager once to move a feed whose redirect held for long, without secrets', async () => {
    const { last, lines } = await record(throughRedirects, { feed: moved(7) });
    const told = { movedFrom: 'https://news.example/feed', movedTo: 'https://news.example/new' };
    expect(last).toMatchObject({
      feed: { settings: { feedUrl: FROM }, move: move(7, { asked: true }) },
      commands: [{ kind: 'move_feed', from: FROM, to: TO, evidence: told }],
      poll: { decision: 'moved' },
    });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'feed moved', movedTo: told.movedTo }));
    expect(JSON.stringify([lines, last?.commands[0]?.evidence])).not.toContain('s3cret');
    const again = await record(throughRedirects, { feed: last?.feed as Feed });
    expect(again.last).toMatchObject({ feed: { move: move(7, { asked: true }) }, commands: [] });
  });

  it.each<[given: string, outcome: PollOutcome, feed: Feed, after: object | null]>([
    ['one that held too short', throughRedirects, moved(6), move(6)],
    ['a redirect that is gone', unchangedPoll, moved(9), null],
    [
      'a redirect to somewhere else',
      { ...unchangedPoll, hints: { movedTo: 'https://c.example/' } } as PollOutcome,
      moved(9),
      { to: 'https://c.example/', since: NOW, asked: false },
    ],
    ['a failure', failedPoll(503), moved(9), move(9)],
    ['a website', throughRedirects, sampleFeed({ settings: { type: 'website', feedUrl: FROM } }), null],
    ['a watchlist', throughRedirects, sampleFeed({ settings: { type: 'watchlist', feedUrl: FROM } }), null],
  ])('asks for nothing: %s', async (_given, outcome, feed, after) => {
    const { last } = await record(outcome, { feed });
    expect(last?.feed.move).toEqual(after);
    expect(last?.commands).toEqual([]);
  });
});

describe('recording a success', () => {
  it('writes new entries and the new state in one record', async () => {
    const feed = sampleFeed({ startAt: later(-1), notBefore: later(-1), health: failedBefore(2, 'network') });
    const { records, lease, recorded } = await record(stored(), { feed });
    const after = {
      ...feed,
      health: { ...INITIAL_HEALTH, lastPolledAt: NOW, lastSuccessAt: NOW },
      startAt: null,
      notBefore: null,
      etag: '"two"',
      lastModified: 'Sun, 01 Mar 2026 11:30:00 GMT',
      wireHash: 'wire-two',
      bodyHash: 'hash-two',
      pollSeq: 8,
    };
    expect(records.map(({ lease: under, ...written }) => ({ ...written, isOurs: under === lease }))).toEqual([
      {
        isOurs: true,
        feed: after,
        dueAt: later(HOUR),
        entries: [sampleEntry()],
        skipped: [],
        commands: [],
        poll: {
          at: NOW,
          outcome: 'stored',
          errorType: null,
          code: null,
          ...sampleTransfer,
          emptyEntries: 0,
          durationMs: 12,
          decision: 'none',
          blame: null,
          incidentId: null,
          role: 'regular',
        },
        run: null,
      },
    ]);
    const fault = { error: null, blame: null, incidentId: null };
    expect(recorded).toEqual({ feed: after, outcome: stored(), ...fault, newPosts: 1, verdicts: [] });
  });

  it('leaves out entries that are too old', async () => {
    const old = sampleEntry({ guid: 'old', publishedAt: later(-8 * 24 * HOUR) });
    expect((await record(stored([old, sampleEntry()]))).last?.entries).toEqual([sampleEntry()]);
  });

  it('remembers entries from before the source instead of storing them in the first poll', async () => {
    const feed = sampleFeed({ health: INITIAL_HEALTH, sourceCreatedAt: later(-HOUR) });
    const early = sampleEntry({ publishedAt: later(-2 * HOUR) });
    expect((await record(stored([early]), { feed })).last).toMatchObject({ entries: [], skipped: [early] });
  });

  it.each<{ given: string; outcome: PollOutcome; etag: string; bodyHash: string }>([
    { given: '304', outcome: unchangedPoll, etag: '"one"', bodyHash: 'hash-one' },
    {
      given: 'the same body with another ETag',
      outcome: {
        ...unchangedPoll,
        validators: validatorsOf(samplePage(), 'hash-one'),
      } as PollOutcome,
      etag: '"two"',
      bodyHash: 'hash-one',
    },
  ])('ends failures and keeps the right validators: $given', async (row) => {
    const { last } = await record(row.outcome, { feed: sampleFeed({ health: failedBefore(4, 'network') }) });
    expect(last?.feed.health).toEqual({ ...INITIAL_HEALTH, lastPolledAt: NOW, lastSuccessAt: NOW });
    expect(last?.feed).toMatchObject({ etag: row.etag, bodyHash: row.bodyHash });
    expect(last?.entries).toEqual([]);
  });

  it('sends no command when the feed is enabled already', async () => {
    const { last, lines } = await record(stored());
    expect(last?.commands).toEqual([]);
    expect(lines).toEqual([{ level: INFO, ...about, outcome: 'stored', newPosts: 1, msg: 'feed polled' }]);
  });

  it('enables a feed whose probe succeeds after its cooldown', async () => {
    const { last, lines } = await record(stored(), { feed: sampleFeed({ feedSwitch: coolingDown('gone') }) });
    expect(last?.feed.feedSwitch).toBeNull();
    expect(last?.commands).toEqual([{ kind: 'enable_feed', evidence: { consecutiveFailures: 0 } }]);
    expect(last?.dueAt).toEqual(later(HOUR));
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [INFO, 'feed polled'],
      [INFO, 'feed enabled'],
    ]);
  });

  it('leaves a feed disabled that a person disabled', async () => {
    const feedSwitch = coolingDown('manual');
    const { last } = await record(stored(), { feed: sampleFeed({ feedSwitch }) });
    expect(last).toMatchObject({ feed: { feedSwitch }, commands: [], dueAt: null });
  });
});

describe('recording a failure', () => {
  it.each([
    {
      given: '404',
      outcome: failedPoll(404),
      level: LEVEL.warn,
      errorType: 'not_found',
      statusCode: 404,
      error: 'HTTP 404',
    },
    {
      given: '429',
      outcome: failedPoll(429),
      level: LEVEL.warn,
      errorType: 'rate_limited',
      statusCode: 429,
      error: 'HTTP 429',
    },
    {
      given: 'a timeout',
      outcome: failedPoll({ kind: 'timeout', seconds: 30 }),
      level: LEVEL.warn,
      errorType: 'network',
      statusCode: 0,
      error: 'timeout after 30s',
    },
    {
      given: '401',
      outcome: failedPoll(401),
      level: LEVEL.error,
      errorType: 'unexpected',
      statusCode: 401,
      error: 'HTTP 401',
    },
    {
      given: 'a private address',
      outcome: failedPoll({ kind: 'blocked_address', detail: 'not a public address' }),
      level: LEVEL.error,
      errorType: 'unexpected',
      statusCode: 0,
      error: 'not a public address',
    },
  ])('logs a failed poll once, at $level: $given', async (row) => {
    const { lines } = await record(row.outcome);
    const { level, errorType, statusCode, error } = row;
    expect(lines).toEqual([
      { level, ...about, errorType, statusCode, error, code: expect.any(String), msg: 'feed poll failed' },
    ]);
  });

  it('counts a failure, backs off and keeps the validators', async () => {
    const { last } = await record(failedPoll(503), {
      feed: sampleFeed({ health: failedBefore(2, 'network') }),
    });
    expect(last).toMatchObject({
      feed: {
        health: { consecutiveFailures: 3, typeStreak: 1 },
        etag: '"one"',
        bodyHash: 'hash-one',
        startAt: null,
      },
      dueAt: later(8 * HOUR),
      entries: [],
      commands: [],
    });
  });

  it('waits for Retry-After', async () => {
    const retryAfterAt = later(5 * HOUR);
    const { last } = await record(failedPoll({ kind: 'status', status: 429, retryAfterAt }));
    expect(last).toMatchObject({ dueAt: retryAfterAt, feed: { notBefore: retryAfterAt } });
  });

  it('keeps how many entries had no content in the history', async () => {
    const { last } = await record({ ...stored(), emptyEntries: 2 } as PollOutcome);
    expect(last?.poll).toMatchObject({ outcome: 'stored', emptyEntries: 2 });
  });

  it('waits for the Retry-After of a successful poll, up to the longest backoff', async () => {
    const retryAfterAt = later(5 * HOUR);
    const asking = (at: Date): PollOutcome => ({
      kind: 'unchanged',
      validators: null,
      hints: { retryAfterAt: at },
      ...sampleTransfer,
    });
    const { last } = await record(asking(retryAfterAt));
    expect(last).toMatchObject({ dueAt: retryAfterAt, feed: { notBefore: retryAfterAt } });
    const silenced = await record(asking(later(9999 * HOUR)));
    expect(silenced.last?.dueAt).toEqual(later(24 * HOUR));
  });

  it('forgets an earlier Retry-After when a failure without one follows', async () => {
    const { last } = await record(failedPoll(503), { feed: sampleFeed({ notBefore: later(99 * HOUR) }) });
    expect(last?.feed.notBefore).toBeNull();
  });

  it('disables the feed after three 404s in a row, with one command and one log line', async () => {
    const feed = sampleFeed({ health: failedBefore(2, 'not_found') });
    const { last, lines } = await record(failedPoll(404), { feed });
    expect(last?.feed.feedSwitch).toEqual({ disabledAt: NOW, reason: 'not_found' });
    expect(last?.commands).toEqual([
      {
        kind: 'disable_feed',
        reason: 'not_found',
        evidence: {
          consecutiveFailures: 3,
          typeStreak: 3,
          permanentStreak: 1,
          errorType: 'not_found',
          code: 'http_404',
          statusCode: 404,
          error: 'HTTP 404',
        },
      },
    ]);
    expect(last?.poll.decision).toBe('feed_disabled');
    expect(last?.dueAt).toEqual(later(48 * HOUR));
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [LEVEL.warn, 'feed poll failed'],
      [LEVEL.warn, 'feed disabled'],
    ]);
    expect(lines[1]).toMatchObject({ ...about, reason: 'not_found', consecutiveFailures: 3 });
  });

  it.each([
    { failure: 429, reason: 'not_found', hours: 48 },
    { failure: 401, reason: 'network', hours: 12 },
    { failure: 410, reason: 'gone', hours: 72 },
  ])('renews the cooldown for $reason when the probe fails with $failure', async (row) => {
    const before = row.failure === 410 ? 'not_found' : row.reason;
    const { last, lines } = await record(failedPoll(row.failure), {
      feed: sampleFeed({ feedSwitch: coolingDown(before) }),
    });
    expect(lines.map(({ msg }) => msg)).toEqual(['feed poll failed', 'cooldown renewed']);
    expect(last?.feed.feedSwitch).toEqual({ disabledAt: NOW, reason: row.reason });
    expect(last?.commands).toMatchObject([{ kind: 'renew_cooldown', reason: row.reason }]);
    expect(last?.poll.decision).toBe('cooldown_renewed');
    expect(last?.dueAt).toEqual(later(row.hours * HOUR));
  });

  it('logs no credentials of the URL when a feed fails and is disabled', async () => {
    const { lines } = await record(failedPoll(410), {
      feed: sampleFeed({ settings: { feedUrl: 'https://ann:s3cret@news.example/feed' } }),
    });
    expect(lines.map(({ url }) => url)).toEqual(['https://news.example/feed', 'https://news.example/feed']);
    expect(JSON.stringify(lines)).not.toMatch(/s3cret|ann/);
  });
});

describe('recording under the other policies', () => {
  it('disables the source with a reason in words at the limit of the policy permanent', async () => {
    const health = { ...failedBefore(4, 'not_found'), permanentStreak: 4 };
    const { last, lines } = await record(failedPoll(404), {
      feed: sampleFeed({ settings: { failurePolicy: 'permanent' }, health }),
    });
    expect(last).toMatchObject({
      feed: { enabled: false, feedSwitch: null },
      dueAt: null,
      commands: [{ kind: 'disable_source', reason: 'Auto-disabled after 5 consecutive 404 errors' }],
      poll: { decision: 'source_disabled' },
    });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [LEVEL.warn, 'feed poll failed'],
      [LEVEL.warn, 'source disabled'],
    ]);
  });

  it('quarantines the source with time and error at the limit of the policy quarantine', async () => {
    const feed = sampleFeed({
      settings: { failurePolicy: 'quarantine' },
      health: failedBefore(4, 'network'),
    });
    const { last, lines } = await record(failedPoll({ kind: 'timeout', seconds: 30 }), { feed });
    expect(last).toMatchObject({
      feed: { quarantinedAt: NOW, health: { lastError: 'timeout after 30s' } },
      dueAt: null,
      commands: [{ kind: 'quarantine', reason: '5 failures in a row: timeout after 30s' }],
      poll: { decision: 'quarantined' },
    });
    expect(lines[1]).toMatchObject({ level: LEVEL.warn, msg: 'source quarantined' });
  });

  it('releases a quarantined source after a successful poll by hand', async () => {
    const { last } = await record(stored(), { feed: sampleFeed({ quarantinedAt: later(-HOUR) }) });
    expect(last).toMatchObject({
      feed: { quarantinedAt: null },
      commands: [{ kind: 'release' }],
      poll: { decision: 'released' },
    });
  });
});

describe('recording too late', () => {
  const changed: SaveResult = { kind: 'feed_changed' };
  const saved: SaveResult = { kind: 'saved', newPosts: 0 };

  it('makes the record anew from changed settings, and logs it once', async () => {
    const current = sampleFeed({
      version: 4,
      settings: { pollIntervalMinutes: 120 },
      health: failedBefore(2, 'not_found'),
    });
    const { records, recorded, lines } = await record(failedPoll(404), { saves: [changed, saved], current });
    expect(
      records.map(({ feed, commands }) => [
        feed.version,
        feed.health.typeStreak,
        commands.map(({ kind }) => kind),
      ]),
    ).toEqual([
      [3, 1, []],
      [4, 3, ['disable_feed']],
    ]);
    expect(recorded?.feed).toMatchObject({ version: 4, settings: { pollIntervalMinutes: 120 } });
    expect(lines.map(({ msg }) => msg)).toEqual(['feed poll failed', 'feed disabled']);
  });

  it('does not count a poll again whose reply from the database was lost', async () => {
    const current = sampleFeed({ version: 3, pollSeq: 8 });
    const { records, recorded } = await record(failedPoll(410), { saves: [changed, saved], current });
    expect(records).toHaveLength(1);
    expect(recorded?.feed).toBe(current);
  });

  it('tries until the record holds when settings keep changing', async () => {
    const current = sampleFeed({ version: 4 });
    const { records } = await record(stored(), { saves: [changed, changed, changed, saved], current });
    expect(records).toHaveLength(4);
  });

  it.each([
    { given: 'a person started it afresh', current: sampleFeed({ version: 4, healthEpoch: 2 }) },
    {
      given: 'it has another URL',
      current: sampleFeed({ version: 4, settings: { feedUrl: 'https://news.example/new' } }),
    },
    { given: 'it is deleted', current: null },
  ])('drops the outcome silently when $given in the meantime', async (row) => {
    const { records, recorded, lines } = await record(failedPoll(410), {
      saves: [changed, saved],
      current: row.current,
    });
    expect(recorded).toBeNull();
    expect(records).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('warns when another crawler has taken the host over', async () => {
    const { recorded, lines } = await record(failedPoll(410), { saves: [{ kind: 'lease_lost' }] });
    expect(recorded).toBeNull();
    expect(lines).toEqual([
      {
        level: LEVEL.warn,
        ...about,
        host: 'news.example',
        msg: 'poll not recorded: another crawler took the host over',
      },
    ]);
  });
});

describe("recording a failure that is not the feed's", () => {
  const before = failedBefore(2, 'network');
  const retryAt = later(HOUR / 6);
  const incidentId = '00000000-0000-4000-8000-000000000001';

  async function frozen(feed: Feed) {
    const { logger, lines } = captureLogs('debug');
    const records: PollRecord[] = [];
    const policies = () => DEFAULT_FAILURE_POLICIES;
    const recordOutcome = createRecordOutcome({
      policies,
      schedule: createSchedule(policies, { defaultIntervalMinutes: 30, maxFreshHours: 6 }),
      save: async (saved) => {
        records.push(saved);
        return { kind: 'saved', newPosts: 0 };
      },
      findFeed: async () => null,
      logger,
      maxArticleAgeDays: 7,
      movedAfterDays: 7,
      now: () => NOW,
    });
    const ruling = { blame: 'host', incidentId, role: 'witness', retryAt } as const;
    const recorded = await recordOutcome(sampleLease(), feed, failedPoll(410), 12, ruling);
    return { recorded, last: records[0], lines };
  }

  it('counts nothing and turns nothing, but remembers the poll and who is at fault', async () => {
    const feed = sampleFeed({ health: before });
    const { recorded, last, lines } = await frozen(feed);
    expect(last).toMatchObject({
      feed: { health: { ...before, lastPolledAt: NOW }, feedSwitch: null, finding: 'http_410 host' },
      commands: [],
      dueAt: retryAt,
      poll: { blame: 'host', incidentId, role: 'witness', decision: 'none', code: 'http_410' },
      run: { fromAt: NOW, afterAt: before.lastPolledAt, firstSeq: 8, code: 'http_410', blame: 'host' },
    });
    expect(recorded).toMatchObject({ blame: 'host', incidentId, verdicts: [] });
    expect(lines.filter(({ level }) => level > 20)).toEqual([]);
  });

  it('does not renew the cooldown of a feed whose probe met it, and tries it again later', async () => {
    const feed = sampleFeed({ health: before, feedSwitch: coolingDown('not_found') });
    const { last } = await frozen(feed);
    expect(last).toMatchObject({ feed: { feedSwitch: feed.feedSwitch }, commands: [], dueAt: retryAt });
  });

  it('begins a new run only when it finds something else', async () => {
    const feed = sampleFeed({ health: before, finding: 'http_410 host' });
    expect((await frozen(feed)).last?.run).toBeNull();
  });
});
