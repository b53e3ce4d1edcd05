import { ApiError, ApiUnreachableError, type SourceClient } from '@feedwarden/client';
import { captureLogs, LEVEL, sampleSource } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../poll/testing/until.js';
import { createSourceCommands } from './commands.js';
import type { Outbox, PendingCommand } from './ports.js';
import { fakeClient } from './testing/fake-client.js';

const COMMAND_ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';
const disabling: PendingCommand = {
  id: 1,
  commandId: COMMAND_ID,
  sourceId: 'source-1',
  command: { kind: 'disable_feed', reason: 'gone', evidence: { typeStreak: 1 } },
  healthEpoch: 4,
  decidedAt: new Date('2026-03-01T12:00:00Z'),
  attempts: 1,
};
const enabling: PendingCommand = {
  ...disabling,
  command: { kind: 'enable_feed', evidence: { consecutiveFailures: 0 } },
};
const INFO = 30;

const answered = (status: number) =>
  new ApiError(status, { type: 'about:blank', title: 'No', status, detail: `answer ${status}` });
const unreachable = () => new ApiUnreachableError(new Error('connect ECONNREFUSED'));

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Delivers these commands once; every step that the outbox is asked for is written down. */
function deliver(
  commands: PendingCommand[],
  answers: Partial<SourceClient>,
  outboxAnswers: Partial<Outbox> = {},
  stopwatch = () => 0,
) {
  const { logger, lines } = captureLogs();
  const steps: string[] = [];
  const waiting = [commands];
  const outbox: Outbox = {
    take: async () => waiting.shift() ?? [],
    settle: async ({ id }, source) => {
      steps.push(`settle ${id} at version ${source.version}`);
      return true;
    },
    retryLater: async ({ id }, seconds) => void steps.push(`retry ${id} after ${seconds} s`),
    dropSource: async (sourceId) => void steps.push(`drop ${sourceId}`),
    ...outboxAnswers,
  };
  const follow = () => null;
  const sourceCommands = createSourceCommands({
    client: fakeClient(answers),
    outbox,
    follow,
    logger,
    stopwatch,
  });
  stops.push(sourceCommands.stop);
  sourceCommands.start();
  return { steps, lines, sourceCommands, told: () => lines.map(({ level, msg }) => [level, msg]) };
}

describe('delivering a command', () => {
  it('Given a disable, when it is sent, then it carries why, and when and on what it was decided', async () => {
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
    expect(steps).toEqual(['settle 1 at version 8']);
  });

  it('Given an enable, when it is sent, then it carries the same without a reason', async () => {
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

  it('Given that we know the source in a newer state, when it is settled, then that state is fetched', async () => {
    const settled: number[] = [];
    const { steps } = deliver(
      [disabling],
      {
        disableFeed: async () => sampleSource({ version: 5 }),
        getSource: async (id) => {
          steps.push(`get ${id}`);
          return sampleSource({ version: 9 });
        },
      },
      { settle: async (_command, { version }) => settled.push(version) > 1 },
    );
    await until(() => settled.length === 2);
    expect(steps).toEqual(['get source-1']);
    expect(settled).toEqual([5, 9]);
  });

  it('Given several sources, when one is refused, then the others are settled', async () => {
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
    expect(steps.sort()).toEqual(['retry 2 after 2 s', 'settle 1 at version 3', 'settle 3 at version 3']);
  });
});

describe('a command that is not accepted', () => {
  it('Given a source that is deleted (404), when it is sent, then everything about it is dropped', async () => {
    const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(answered(404)) });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['drop source-1']);
    expect(told()).toEqual([[INFO, 'command dropped: the source is deleted']]);
  });

  it('Given a fresh start by a person (409), when it is sent, then we follow to where the source is now', async () => {
    const { steps, told } = deliver([disabling], {
      disableFeed: () => Promise.reject(answered(409)),
      getSource: async () => sampleSource({ version: 12 }),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['settle 1 at version 12']);
    expect(told()).toEqual([[INFO, 'command dropped: a person gave the source a fresh start']]);
  });

  it.each([
    { given: 'nobody there', error: unreachable() },
    { given: '503', error: answered(503) },
    { given: '502 of a gateway', error: answered(502) },
    { given: 'too many requests', error: answered(429) },
  ])('Given $given, when it is sent, then it waits and a warning says so', async ({ error }) => {
    const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(error) });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
    expect(told()).toEqual([[LEVEL.warn, 'command waits for source-manager']]);
  });

  it.each([400, 401, 403])(
    'Given %i, when it is sent, then it is kept and an error asks for a person',
    async (status) => {
      const { steps, told } = deliver([disabling], { disableFeed: () => Promise.reject(answered(status)) });
      await until(() => steps.length > 0);
      expect(steps).toEqual(['retry 1 after 2 s']);
      expect(told()).toEqual([[LEVEL.error, 'command refused, trying again']]);
    },
  );

  it.each([
    ['nobody is there', unreachable()],
    ['it is refused', answered(403)],
  ])(
    'Given a command that was told of, when %s again, then it waits without a word',
    async (_title, error) => {
      const { steps, told } = deliver([{ ...disabling, attempts: 2 }], {
        disableFeed: () => Promise.reject(error),
      });
      await until(() => steps.length > 0);
      expect(steps).toEqual(['retry 1 after 4 s']);
      expect(told().filter(([level]) => Number(level) >= INFO)).toEqual([]);
    },
  );

  it('Given a command that is refused for what it says, when it was tried long enough, then one error ends it, and we follow the source', async () => {
    const refused = { ...disabling, attempts: 20 };
    const { steps, lines, told } = deliver([refused], {
      disableFeed: () => Promise.reject(answered(400)),
      getSource: async () => sampleSource({ version: 12 }),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['settle 1 at version 12']);
    expect(told()).toEqual([[LEVEL.error, 'command given up: source-manager refuses it']]);
    expect(lines[0]).toMatchObject({ sourceId: 'source-1', command: 'disable_feed', error: 'answer 400' });
  });

  it.each([401, 403, 503])(
    'Given %i for a long time, when it is tried again, then it is kept',
    async (status) => {
      const { steps } = deliver([{ ...disabling, attempts: 5000 }], {
        disableFeed: () => Promise.reject(answered(status)),
      });
      await until(() => steps.length > 0);
      expect(steps).toEqual(['retry 1 after 60 s']);
    },
  );

  it('Given a crawler that was paused with a command in hand, when it goes on, then it leaves it to others', async () => {
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
      { take: async () => (++looks === 1 ? [disabling] : []) },
      () => times.shift() ?? 0,
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
  ])('Given attempt %i, when nobody is there, then the next is %i s later', async (attempts, seconds) => {
    const { steps } = deliver([{ ...disabling, attempts }], {
      disableFeed: () => Promise.reject(unreachable()),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual([`retry 1 after ${seconds} s`]);
  });

  it('Given a source-manager that was set back, when it only knows older states, then the command waits', async () => {
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
      { settle: async () => false },
    );
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
    expect(looks).toBe(3);
  });

  it('Given a fresh start (409), when the source is deleted meanwhile, then everything about it is dropped', async () => {
    const { steps } = deliver([disabling], {
      disableFeed: () => Promise.reject(answered(409)),
      getSource: () => Promise.reject(answered(404)),
    });
    await until(() => steps.length > 0);
    expect(steps).toEqual(['drop source-1']);
  });

  it.each([
    ['renew_cooldown', 'disableFeed'],
    ['disable_source', 'autoDisableSource'],
    ['quarantine', 'quarantineSource'],
    ['release', 'releaseSource'],
    ['move_feed', 'moveFeed'],
  ] as const)('Given %s, when it is sent, then it goes to %s', async (kind, method) => {
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

  it('Given that source-manager goes away before the newer state is fetched, when it fails, then it waits', async () => {
    const { steps } = deliver(
      [disabling],
      { disableFeed: async () => sampleSource(), getSource: () => Promise.reject(unreachable()) },
      { settle: async () => false },
    );
    await until(() => steps.length > 0);
    expect(steps).toEqual(['retry 1 after 2 s']);
  });
});

describe('the loop of commands', () => {
  it('Given more commands than are taken at once, when the first are done, then the rest follows', async () => {
    const batches = [20, 3].map((count, batch) =>
      Array.from({ length: count }, (_, index) => ({ ...disabling, id: batch * 100 + index })),
    );
    const { steps } = deliver(
      [],
      { disableFeed: async () => sampleSource() },
      { take: async () => batches.shift() ?? [] },
    );
    await until(() => steps.length === 23);
    expect(new Set(steps).size).toBe(23);
  });

  it('Given an outbox that cannot be read, when it is looked at, then one error is logged, and it can stop', async () => {
    const { lines, told, sourceCommands } = deliver(
      [],
      {},
      { take: () => Promise.reject(new Error('gone')) },
    );
    await until(() => lines.length > 0);
    await sourceCommands.stop();
    expect(told()).toEqual([[LEVEL.error, 'the outbox could not be read']]);
  });

  it('Given a command that cannot be put back, when it fails, then an error is logged', async () => {
    const { lines, told } = deliver(
      [disabling],
      { disableFeed: () => Promise.reject(unreachable()) },
      { retryLater: () => Promise.reject(new Error('the database is gone')) },
    );
    await until(() => lines.length > 1);
    expect(told()).toEqual([
      [LEVEL.warn, 'command waits for source-manager'],
      [LEVEL.error, 'a command could not be put back'],
    ]);
  });

  it('Given a delivery under way, when it stops, then it waits for the answer', async () => {
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
    expect(steps).toEqual(['sent', 'settle 1 at version 3', 'stopped']);
  });
});
