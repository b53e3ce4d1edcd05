import { ApiError, ApiUnreachableError, type SourceClient } from '@feedwarden/client';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs, LEVEL, sampleSource } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sampleFeed } from '../poll/testing/sample-feed.js';
import { until } from '../poll/testing/until.js';
import { createSourceCommands } from './commands.js';
import type { KnownFeed, Outbox, PendingCommand, SourceTransaction } from './ports.js';
import { SOURCE_MANAGER_FAULTS } from './source-manager-faults.js';
import { fakeClient } from './testing/fake-client.js';
import { fakeStore, fakeTransaction } from './testing/fake-store.js';

const COMMAND_ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';
const disabling: PendingCommand = {
  id: 1,
  commandId: COMMAND_ID,
  sourceId: 'source-1',
  feedUrl: 'https://ann:s3cret@news.example/feed',
  command: { kind: 'disable_feed', reason: 'gone', evidence: { typeStreak: 1 } },
  healthEpoch: 4,
  decidedAt: new Date('2026-03-01T12:00:00Z'),
  attempts: 1,
};
const enabling: PendingCommand = {
  ...disabling,
  command: { kind: 'enable_feed', evidence: { consecutiveFailures: 0 } },
};
const DEBUG = 20;
const INFO = 30;

const answered = (status: number) =>
  new ApiError(status, { type: 'about:blank', title: 'No', status, detail: `answer ${status}` });
const unreachable = () => new ApiUnreachableError(new Error('connect ECONNREFUSED'));

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

interface Situation {
  outbox?: Partial<Outbox>;
  /** The version of the source that we know; null: we know it no more. */
  knownVersion?: number | null;
  stopwatch?: () => number;
}

/** Delivers these commands once; what is written, transaction by transaction, is in `steps`. */
function deliver(
  commands: PendingCommand[],
  answers: Partial<SourceClient>,
  { outbox: outboxAnswers = {}, knownVersion = 1, stopwatch = () => 0 }: Situation = {},
) {
  const { logger, lines } = captureLogs('debug');
  const steps: string[] = [];
  const waiting = [commands];
  const outbox: Outbox = {
    take: async () => waiting.shift() ?? [],
    retryLater: async ({ id }, seconds) => void steps.push(`retry ${id} after ${seconds} s`),
    ...outboxAnswers,
  };
  const written = new WeakMap<SourceTransaction, string[]>();
  const known = (sourceId: string): [string, KnownFeed][] =>
    knownVersion === null
      ? []
      : [[sourceId, { feed: sampleFeed({ version: knownVersion }), commandsPending: true }]];
  const sourceCommands = createSourceCommands({
    client: fakeClient(answers),
    outbox,
    store: fakeStore((parts) => {
      const tx = fakeTransaction({
        lockFeeds: async (places) => new Map(places.flatMap(({ sourceId }) => known(sourceId))),
        deleteCommand: async (id) => void parts.push(`delete command ${id}`),
        deleteFeeds: async (ids) => void parts.push(`delete ${ids}`),
      });
      written.set(tx, parts);
      return tx;
    }, steps),
    applySources: async (tx, sources) => {
      for (const { version } of sources) written.get(tx)?.push(`follow version ${version}`);
    },
    logger,
    faults: createFaultLog(logger, SOURCE_MANAGER_FAULTS),
    stopwatch,
  });
  stops.push(sourceCommands.stop);
  sourceCommands.start();
  return { steps, lines, sourceCommands, told: () => lines.map(({ level, msg }) => [level, msg]) };
}

describe('delivering a command', () => {
  it('sends a disable with its reason, when it was decided, and on which evidence', async () => {
    const sent: unknown[] = [];
    const { steps } = deliver([disabling], {
      disableFeed: async (...call) => {
        sent.push(call);
        return sampleSource({ version: 8 });
      },
    });
    await until(() => steps.length > 0);
    const command = {
      commandId: COMMAND_ID,
      healthEpoch: 4,
      decidedAt: '2026-03-01T12:00:00.000Z',
      evidence: { typeStreak: 1 },
    };
    expect(sent).toEqual([['source-1', { reason: 'gone', command }]]);
    expect(steps).toEqual(['delete command 1, follow version 8']);
  });

  it('sends an enable with the same, but without a reason', async () => {
    const sent: unknown[] = [];
    const { steps } = deliver([enabling], {
      enableFeed: async (...call) => {
        sent.push(call);
        return sampleSource();
      },
    });
    await until(() => steps.length > 0);
    const command = {
      commandId: COMMAND_ID,
      healthEpoch: 4,
      decidedAt: '2026-03-01T12:00:00.000Z',
      evidence: { consecutiveFailures: 0 },
    };
    expect(sent).toEqual([['source-1', { command }]]);
  });

  it('fetches the source when we know a newer state than the response has', async () => {
    const { steps } = deliver(
      [disabling],
      {
        disableFeed: async () => sampleSource({ version: 5 }),
        getSource: async (id) => {
          steps.push(`get ${id}`);
          return sampleSource({ version: 9 });
        },
      },
      { knownVersion: 7 },
    );
    await until(() => steps.length === 2);
    expect(steps).toEqual(['get source-1', 'delete command 1, follow version 9']);
  });

  it('settles the others when the command of one source fails', async () => {
    const commands = [
      disabling,
      { ...disabling, id: 2, sourceId: 'source-2' },
      { ...disabling, id: 3, sourceId: 'source-3' },
    ];
    const { steps } = deliver(commands, {
      disableFeed: async (id) => {
        if (id === 'source-2') throw unreachable();
        return sampleSource();
      },
    });
    await until(() => steps.length === 3);
    expect(steps.sort()).toEqual([
      'delete command 1, follow version 3',
      'delete command 3, follow version 3',
      'retry 2 after 2 s',
    ]);
  });

  it('is settled without bringing back a source that we have deleted', async () => {
    const { steps } = deliver(
      [disabling],
      { disableFeed: async () => sampleSource({ version: 8 }) },
      { knownVersion: null },
    );
    await until(() => steps.length > 0);
    expect(steps).toEqual(['delete command 1']);
  });
});

describe('a command that fails', () => {
  it('deletes a source that source-manager has deleted (404)', async () => {
    const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(answered(404)) });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['delete source-1']);
    expect(told()).toEqual([[INFO, 'command dropped: the source is deleted']]);
  });

  it("drops it and follows the source after a person's fresh start (409)", async () => {
    const { steps, told } = deliver([disabling], {
      disableFeed: () => Promise.reject(answered(409)),
      getSource: async () => sampleSource({ version: 12 }),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['delete command 1, follow version 12']);
    expect(told()).toEqual([[INFO, 'command dropped: a person gave the source a fresh start']]);
  });

  it.each([
    { given: 'nobody there', error: unreachable() },
    { given: '503', error: answered(503) },
    { given: '502 of a gateway', error: answered(502) },
    { given: 'too many requests', error: answered(429) },
  ])('waits with a warning: $given', async ({ error }) => {
    const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(error) });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
    expect(told()).toEqual([
      [LEVEL.warn, 'source-manager unavailable: using the last known sources'],
      [DEBUG, 'command waits for source-manager'],
    ]);
  });

  it('waits with an error after 400, because a person has to act', async () => {
    const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(answered(400)) });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
    expect(told()).toEqual([[LEVEL.error, 'command refused, trying again']]);
  });

  it.each([
    { given: '401', error: answered(401), level: LEVEL.error, message: 'refuses our token' },
    { given: '403', error: answered(403), level: LEVEL.error, message: 'refuses our token' },
    { given: '503', error: answered(503), level: LEVEL.warn, message: 'unavailable' },
  ])('logs once after $given, however many commands wait', async ({ error, level, message }) => {
    const many = Array.from({ length: 20 }, (_, id) => ({ ...disabling, id }));
    const { steps, told } = deliver(many, { disableFeed: () => Promise.reject(error) });
    await until(() => steps.length === 20);
    expect(told().filter(([severity]) => Number(severity) >= INFO)).toEqual([
      [level, expect.stringContaining(`source-manager ${message}`)],
    ]);
  });

  it('waits silently from the second attempt on, when it is refused', async () => {
    const { steps, told } = deliver([{ ...disabling, attempts: 2 }], {
      disableFeed: () => Promise.reject(answered(400)),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 4 s']);
    expect(told().filter(([level]) => Number(level) >= INFO)).toEqual([]);
  });

  it('is given up with one error after many refusals, and the source is followed', async () => {
    const refused = { ...disabling, attempts: 20 };
    const { steps, lines, told } = deliver([refused], {
      disableFeed: () => Promise.reject(answered(400)),
      getSource: async () => sampleSource({ version: 12 }),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['delete command 1, follow version 12']);
    expect(told()).toEqual([[LEVEL.error, 'command given up: source-manager refuses it']]);
    expect(lines[0]).toMatchObject({ sourceId: 'source-1', command: 'disable_feed', error: 'answer 400' });
  });

  it.each([401, 403, 503])('is never given up after %i', async (status) => {
    const { steps } = deliver([{ ...disabling, attempts: 5000 }], {
      disableFeed: () => Promise.reject(answered(status)),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 60 s']);
  });

  it('is left to others by a crawler that was paused with it', async () => {
    const times = [0, 15_001];
    let looks = 0;
    const { steps } = deliver(
      [],
      {
        disableFeed: async () => {
          steps.push('sent');
          return sampleSource();
        },
      },
      {
        outbox: { take: async () => (++looks === 1 ? [disabling] : []) },
        stopwatch: () => times.shift() ?? 0,
      },
    );
    await until(() => looks === 2);
    expect(steps).toEqual([]);
  });

  it.each([
    [1, 2],
    [3, 8],
    [5, 32],
    [6, 60],
    [5000, 60],
  ])('fails attempt %i, then waits %i s', async (attempts, seconds) => {
    const { steps } = deliver([{ ...disabling, attempts }], {
      disableFeed: () => Promise.reject(unreachable()),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual([`retry 1 after ${seconds} s`]);
  });

  it('waits when source-manager only knows older states of the source', async () => {
    let looks = 0;
    const { steps } = deliver(
      [disabling],
      {
        disableFeed: async () => sampleSource(),
        getSource: async () => {
          looks += 1;
          return sampleSource();
        },
      },
      { knownVersion: 99 },
    );
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
    expect(looks).toBe(3);
  });

  it('deletes a source that is deleted after a fresh start (409)', async () => {
    const { steps } = deliver([disabling], {
      disableFeed: () => Promise.reject(answered(409)),
      getSource: () => Promise.reject(answered(404)),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['delete source-1']);
  });

  it.each([
    ['renew_cooldown', 'disableFeed'],
    ['disable_source', 'autoDisableSource'],
    ['quarantine', 'quarantineSource'],
    ['release', 'releaseSource'],
    ['move_feed', 'moveFeed'],
  ] as const)('sends %s by %s', async (kind, method) => {
    const command = { kind, reason: 'five in a row', evidence: {} } as PendingCommand['command'];
    const sent: string[] = [];
    const { steps } = deliver([{ ...disabling, command }], {
      [method]: async (id: string) => {
        sent.push(id);
        return sampleSource();
      },
    });
    await until(() => steps.length > 0);
    expect(sent).toEqual(['source-1']);
  });

  it('waits when source-manager becomes unavailable before the newer state is fetched', async () => {
    const { steps } = deliver(
      [disabling],
      { disableFeed: async () => sampleSource(), getSource: () => Promise.reject(unreachable()) },
      { knownVersion: 99 },
    );
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
  });
});

describe('a log line about a command', () => {
  it.each([
    ['dropped for a deleted source', disabling, answered(404)],
    ['dropped for a fresh start', disabling, answered(409)],
    ['waiting', disabling, unreachable()],
    ['waiting again', { ...disabling, attempts: 2 }, unreachable()],
    ['refused', disabling, answered(400)],
    ['given up', { ...disabling, attempts: 20 }, answered(400)],
  ])('names the URL without its credentials: %s', async (_title, pending, error) => {
    const { steps, lines } = deliver([pending], {
      disableFeed: () => Promise.reject(error),
      getSource: async () => sampleSource({ version: 12 }),
    });
    await until(() => steps.length > 0);
    const about = lines.filter(({ sourceId }) => sourceId === 'source-1');
    expect(about).toEqual([expect.objectContaining({ url: 'https://news.example/feed' })]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });
});

describe('the loop of commands', () => {
  it('delivers the rest at once when there are more commands than one batch', async () => {
    const batches = [20, 3].map((count, batch) =>
      Array.from({ length: count }, (_, index) => ({ ...disabling, id: batch * 100 + index })),
    );
    const { steps } = deliver(
      [],
      { disableFeed: async () => sampleSource() },
      { outbox: { take: async () => batches.shift() ?? [] } },
    );
    await until(() => steps.length === 23);
    expect(new Set(steps).size).toBe(23);
  });

  it('logs one error when the outbox cannot be read, and can still stop', async () => {
    const { lines, told, sourceCommands } = deliver(
      [],
      {},
      { outbox: { take: () => Promise.reject(new Error('gone')) } },
    );
    await until(() => lines.length > 0);
    await sourceCommands.stop();
    expect(told()).toEqual([[LEVEL.error, 'cannot read the outbox']]);
  });

  it('logs an error when a command cannot be rescheduled', async () => {
    const { lines, told } = deliver(
      [disabling],
      { disableFeed: () => Promise.reject(unreachable()) },
      { outbox: { retryLater: () => Promise.reject(new Error('the database is gone')) } },
    );
    await until(() => lines.length > 2);
    expect(told()).toContainEqual([LEVEL.error, 'cannot reschedule the command']);
  });

  it('waits for the response of a delivery when it stops', async () => {
    let answer = () => {};
    const { steps, sourceCommands } = deliver([disabling], {
      disableFeed: () =>
        new Promise((resolve) => {
          steps.push('sent');
          answer = () => resolve(sampleSource());
        }),
    });
    await until(() => steps.includes('sent'));
    const stopped = sourceCommands.stop().then(() => steps.push('stopped'));
    answer();
    await stopped;
    expect(steps).toEqual(['sent', 'delete command 1, follow version 3', 'stopped']);
  });
});
