import { ApiError, ApiUnreachableError, type ReadableChanges, type SourceClient } from '@feedwarden/client';
import { DEFAULT_FAILURE_POLICIES, type FailurePolicies } from '@feedwarden/contracts';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs, LEVEL, sampleSource } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { sampleFeed } from '../poll/testing/sample-feed.js';
import { createFollowChanges } from './changes.js';
import { createFollowedPolicies } from './policies.js';
import type { SourceStore, SourceTransaction, SyncPosition } from './ports.js';
import { createReschedule } from './reschedule.js';
import { SOURCE_MANAGER_FAULTS } from './source-manager-faults.js';
import { fakeClient } from './testing/fake-client.js';
import { fakeStore, fakeTransaction } from './testing/fake-store.js';

const policiesOf = (version: string): FailurePolicies => ({
  ...DEFAULT_FAILURE_POLICIES,
  maxBackoffHours: 7,
  version,
});
const page = (changes: Partial<ReadableChanges> = {}): ReadableChanges => ({
  items: [],
  nextCursor: 'c1',
  more: false,
  policyVersion: 'v1',
  unreadable: [],
  ...changes,
});
const responded = (status: number) => new ApiError(status, null);
const basisOf = (version: string, defaultIntervalMinutes = 30, maxFreshHours = 6) =>
  JSON.stringify([version, defaultIntervalMinutes, maxFreshHours]);
const NEW_CRAWLER: SyncPosition = { cursor: null, policies: null, scheduleBasis: null };

interface Situation {
  position?: Partial<SyncPosition>;
  /** What source-manager responds with, one after another. */
  responses: (ReadableChanges | Error)[];
  client?: Partial<SourceClient>;
  store?: Partial<SourceStore>;
  scheduleSettings?: { defaultIntervalMinutes: number; maxFreshHours: number };
  stop?: AbortSignal;
}

/** A crawler that follows with a store in memory; every step is in `steps`, in order. */
function createFollower({
  position,
  responses,
  client: clientDoes = {},
  store: storeDoes = {},
  scheduleSettings = { defaultIntervalMinutes: 30, maxFreshHours: 6 },
  stop = new AbortController().signal,
}: Situation) {
  const { logger, lines } = captureLogs();
  const steps: string[] = [];
  const state: SyncPosition = {
    cursor: 'c0',
    policies: policiesOf('v1'),
    scheduleBasis: basisOf('v1'),
    ...position,
  };
  const client = fakeClient({
    readSourceChanges: async ({ cursor } = {}) => {
      steps.push(`changes since ${cursor ?? 'ever'}`);
      const response = responses.shift() ?? page();
      if (response instanceof Error) throw response;
      return response;
    },
    getFailurePolicies: async () => {
      steps.push('policies');
      return policiesOf('v2');
    },
    ...clientDoes,
  });
  const written = new WeakMap<SourceTransaction, string[]>();
  const begin = (done: string[]) => {
    const tx = fakeTransaction({
      lockCursor: async () => state.cursor,
      saveCursor: async (cursor) => {
        done.push(`up to ${cursor}`);
        state.cursor = cursor;
      },
      lockFeeds: async (places) =>
        new Map(
          places.map(({ sourceId }) => [
            sourceId,
            { feed: sampleFeed({ sourceId }), commandsPending: false },
          ]),
        ),
      writeFeeds: async (feeds) => void done.push(`reschedule ${feeds.length}`),
      deleteFeeds: async (ids) => void done.push(`${ids.length} deleted`),
    });
    written.set(tx, done);
    return tx;
  };
  const store = fakeStore(begin, steps, {
    lacksSettings: async () => false,
    position: async () => ({ ...state }),
    savePolicies: async (policies) => {
      steps.push(`save policies ${policies.version}`);
      state.policies = policies;
    },
    saveScheduleBasis: async (basis) => {
      steps.push(`save basis ${basis}`);
      state.scheduleBasis = basis;
    },
    feedsAfter: async () => [{ sourceId: 'id-1', host: 'news.example' }],
    startOver: async () => {
      steps.push('start over');
      state.cursor = null;
    },
    removeUnconfirmed: async () => void steps.push('remove unconfirmed'),
    ...storeDoes,
  });
  const policies = createFollowedPolicies({ client, store });
  const learning: boolean[] = [];
  const followSources = createFollowChanges({
    client,
    store,
    policies,
    applySources: async (tx, sources) => void written.get(tx)?.push(`apply ${sources.length} changed`),
    reschedule: createReschedule({
      store,
      policies,
      schedule: () => ({ at: null, reason: 'interval' }),
      scheduleSettings,
      stop,
    }),
    logger,
    learning: (isUnderWay) => void learning.push(isUnderWay),
    faults: createFaultLog(logger, SOURCE_MANAGER_FAULTS),
    stop,
  });
  return {
    followSources,
    policies,
    steps,
    learning,
    logged: () => lines.map(({ level, msg }) => [level, msg]),
  };
}

const NOTHING_NEW = ['changes since c0', 'apply 0 changed, 0 deleted, up to c1', 'remove unconfirmed'];

describe('following the sources', () => {
  it('leaves out what it does not understand, and logs that once', async () => {
    const unreadable = [{ id: 'id-7', why: 'source.type: Invalid option' }];
    const items = [{ kind: 'changed', source: sampleSource() } as const];
    const { followSources, steps, logged } = createFollower({
      responses: [page({ items, unreadable }), page({ nextCursor: 'c2', unreadable })],
    });
    await followSources();
    await followSources();
    expect(steps).toContain('apply 1 changed, 0 deleted, up to c1');
    expect(steps).toContain('apply 0 changed, 0 deleted, up to c2');
    expect(logged()).toEqual([[LEVEL.error, expect.stringContaining('source left out')]]);
  });

  it('tells that it is learning until the last page is there', async () => {
    const { followSources, learning } = createFollower({
      responses: [page({ more: true }), page({ nextCursor: 'c2', more: true }), page({ nextCursor: 'c3' })],
    });
    await followSources();
    expect(learning).toEqual([true, true, false, false]);
  });

  it('makes one request from the cursor when nothing changed', async () => {
    const { followSources, steps, logged } = createFollower({ responses: [page()] });
    await followSources();
    expect(steps).toEqual(NOTHING_NEW);
    expect(logged()).toEqual([]);
  });

  it('applies each page of changes with its cursor, in order, while the next one is on its way', async () => {
    const items = [
      { kind: 'changed', source: sampleSource() } as const,
      { kind: 'deleted', id: sampleSource().id } as const,
    ];
    const { followSources, steps } = createFollower({
      responses: [page({ items, more: true }), page({ items: items.slice(0, 1), nextCursor: 'c2' })],
    });
    await followSources();
    expect(steps).toEqual([
      'changes since c0',
      'changes since c1',
      'apply 1 changed, 1 deleted, up to c1',
      'apply 1 changed, 0 deleted, up to c2',
      'remove unconfirmed',
    ]);
  });

  it('leaves out a page if another crawler has gone on from where it begins', async () => {
    const { followSources, steps } = createFollower({
      responses: [page()],
      store: { position: async () => ({ ...NEW_CRAWLER, cursor: 'older', scheduleBasis: basisOf('v2') }) },
    });
    await followSources();
    expect(steps).not.toContainEqual(expect.stringContaining('apply'));
  });

  it('requests everything when the crawler is new', async () => {
    const { followSources, steps } = createFollower({ position: NEW_CRAWLER, responses: [page()] });
    await followSources();
    expect(steps[0]).toBe('changes since ever');
  });

  it('shares the run that follows among calls that come during one', async () => {
    const { followSources, steps } = createFollower({
      responses: [page(), page({ nextCursor: 'c2' }), page({ nextCursor: 'c3' })],
    });
    await Promise.all([followSources(), followSources(), followSources()]);
    const requests = () => steps.filter((step) => step.startsWith('changes'));
    expect(requests()).toEqual(['changes since c0', 'changes since c1']);
    await followSources();
    expect(requests()).toHaveLength(3);
  });

  it('starts over once when stored sources lack settings that this version knows', async () => {
    let asked = 0;
    const { followSources, steps } = createFollower({
      responses: [page(), page()],
      store: { lacksSettings: async () => ++asked > 0 },
    });
    await followSources();
    await followSources();
    expect(steps.slice(0, 2)).toEqual(['start over', 'changes since ever']);
    expect(asked).toBe(1);
  });
});

describe('following the policies', () => {
  it('uses the defaults before source-manager has responded', () => {
    expect(createFollower({ responses: [] }).policies.current()).toEqual(DEFAULT_FAILURE_POLICIES);
  });

  it('uses the stored ones after a restart without source-manager', async () => {
    const { followSources, policies } = createFollower({ responses: [new ApiUnreachableError('down')] });
    await followSources();
    expect(policies.current()).toEqual(policiesOf('v1'));
  });

  it('fetches and stores another version before the changes are applied', async () => {
    const { followSources, policies, steps } = createFollower({ responses: [page({ policyVersion: 'v2' })] });
    await followSources();
    expect(steps.slice(0, 4)).toEqual([
      'changes since c0',
      'policies',
      'save policies v2',
      'apply 0 changed, 0 deleted, up to c1',
    ]);
    expect(policies.current()).toEqual(policiesOf('v2'));
  });

  it('does not fetch the same version again', async () => {
    const responses = [page({ policyVersion: 'v2' }), page({ policyVersion: 'v2' })];
    const { followSources, steps } = createFollower({ responses });
    await followSources();
    await followSources();
    expect(steps.filter((step) => step === 'policies')).toHaveLength(1);
  });
});

describe('rescheduling all feeds', () => {
  const rescheduled = (steps: string[]) => steps.filter((step) => step.startsWith('reschedule')).length;

  it.each([
    { changed: 'the policies', policyVersion: 'v2', basis: basisOf('v2') },
    { changed: 'the default interval', defaultIntervalMinutes: 31, basis: basisOf('v1', 31) },
    { changed: 'the longest freshness', maxFreshHours: 7, basis: basisOf('v1', 30, 7) },
  ])('happens once when $changed changed', async ({ basis, policyVersion = 'v1', ...changes }) => {
    const { followSources, steps } = createFollower({
      responses: [page({ policyVersion }), page({ policyVersion })],
      scheduleSettings: { defaultIntervalMinutes: 30, maxFreshHours: 6, ...changes },
    });
    await followSources();
    await followSources();
    expect(rescheduled(steps)).toBe(1);
    expect(steps).toContain(`save basis ${basis}`);
  });

  it('does not happen after a restart, in whatever order the stored policies come back', async () => {
    const reversed = Object.fromEntries(Object.entries(policiesOf('v1')).reverse()) as FailurePolicies;
    const { followSources, steps } = createFollower({
      position: { policies: reversed },
      responses: [page()],
    });
    await followSources();
    expect(steps).toEqual(NOTHING_NEW);
  });

  it('does not happen to feeds that a new crawler has just scheduled', async () => {
    const { followSources, steps } = createFollower({
      position: NEW_CRAWLER,
      responses: [page({ policyVersion: 'v2', more: true }), page({ policyVersion: 'v2' })],
    });
    await followSources();
    expect(rescheduled(steps)).toBe(0);
    expect(steps.filter((step) => step.startsWith('save basis'))).toEqual([`save basis ${basisOf('v2')}`]);
  });

  it('happens when the policies change while a new crawler learns its sources', async () => {
    const versions = ['v2', 'v3'];
    const { followSources, steps } = createFollower({
      position: NEW_CRAWLER,
      responses: [page({ policyVersion: 'v2', more: true }), page({ policyVersion: 'v3' })],
      client: { getFailurePolicies: async () => policiesOf(versions.shift() ?? '') },
    });
    await followSources();
    expect(rescheduled(steps)).toBe(1);
    expect(steps.at(-1)).toBe(`save basis ${basisOf('v3')}`);
  });
});

describe('following when source-manager fails', () => {
  it('starts over when the cursor is no longer valid (410)', async () => {
    const { followSources, steps, logged } = createFollower({ responses: [responded(410), page()] });
    await followSources();
    expect(steps).toEqual([
      'changes since c0',
      'start over',
      'changes since ever',
      'apply 0 changed, 0 deleted, up to c1',
      'remove unconfirmed',
    ]);
    expect(logged()).toEqual([[LEVEL.warn, expect.stringContaining('cursor no longer valid')]]);
  });

  it.each([
    ['nobody listens', new ApiUnreachableError('connect ECONNREFUSED')],
    ['it responds with 503', responded(503)],
    ['a gateway responds with 502', responded(502)],
  ])('warns and uses the known sources when %s', async (_title, error) => {
    const { followSources, steps, logged } = createFollower({ responses: [error] });
    await followSources();
    expect(steps).toEqual(['changes since c0']);
    expect(logged()).toEqual([[LEVEL.warn, 'source-manager unavailable: using the last known sources']]);
  });

  it.each([401, 403])('logs an error and uses the known sources after %i', async (status) => {
    const { followSources, logged } = createFollower({ responses: [responded(status)] });
    await followSources();
    expect(logged()).toEqual([[LEVEL.error, expect.stringContaining('refuses our token')]]);
  });

  it('logs once that source-manager is unavailable, though every tick tries again', async () => {
    const { followSources, logged } = createFollower({ responses: Array(50).fill(responded(503)) });
    for (let tick = 0; tick < 50; tick += 1) await followSources();
    expect(logged()).toEqual([[LEVEL.warn, 'source-manager unavailable: using the last known sources']]);
  });

  it('logs a request that is refused for itself (400)', async () => {
    const { followSources, logged } = createFollower({ responses: [responded(400)] });
    await followSources();
    expect(logged()).toEqual([[LEVEL.error, 'cannot follow sources']]);
  });

  it('uses the known sources when it becomes unavailable after a 410', async () => {
    const { followSources, steps, logged } = createFollower({
      responses: [responded(410), new ApiUnreachableError('down')],
    });
    await followSources();
    expect(steps).toContain('start over');
    expect(logged().at(-1)).toEqual([LEVEL.warn, 'source-manager unavailable: using the last known sources']);
  });

  it('continues after the last applied page when it is back', async () => {
    const { followSources, steps } = createFollower({
      responses: [page({ more: true }), new ApiUnreachableError('down'), page({ nextCursor: 'c2' })],
    });
    await followSources();
    expect(steps).not.toContain('remove unconfirmed');
    await followSources();
    expect(steps).toEqual([
      'changes since c0',
      'changes since c1',
      'apply 0 changed, 0 deleted, up to c1',
      'changes since c1',
      'apply 0 changed, 0 deleted, up to c2',
      'remove unconfirmed',
    ]);
  });

  it('throws when the database fails, and tries again with the next call', async () => {
    let failures = 1;
    const { followSources, steps } = createFollower({
      responses: [],
      store: {
        removeUnconfirmed: async () => {
          if (failures-- > 0) throw new Error('the database is gone');
          steps.push('remove unconfirmed');
        },
      },
    });
    await expect(followSources()).rejects.toThrow('the database is gone');
    await followSources();
    expect(steps.at(-1)).toBe('remove unconfirmed');
  });
});

describe('a crawler that is stopped while it follows', () => {
  it('ends after the page under way, however many are left', async () => {
    const stopping = new AbortController();
    const { followSources, steps, logged } = createFollower({
      responses: [],
      client: {
        readSourceChanges: async () => {
          steps.push('page');
          if (steps.length >= 3) stopping.abort();
          return page({ nextCursor: 'c0', more: true });
        },
      },
      stop: stopping.signal,
    });
    await followSources();
    const applied = 'apply 0 changed, 0 deleted, up to c0';
    expect(steps).toEqual(['page', 'page', applied, 'page', applied]);
    expect(logged()).toEqual([]);
  });

  it('ends the request under way', async () => {
    const stopping = new AbortController();
    const { followSources, logged } = createFollower({
      responses: [],
      client: {
        readSourceChanges: (_query, { signal } = {}) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
            stopping.abort();
          }),
      },
      stop: stopping.signal,
    });
    await followSources();
    expect(logged()).toEqual([]);
  });

  it('leaves the due times as they are, and derives the rest after the next start', async () => {
    const stopping = new AbortController();
    const { followSources, steps } = createFollower({
      responses: [page({ policyVersion: 'v2' })],
      store: {
        feedsAfter: async () => {
          stopping.abort();
          return Array.from({ length: 500 }, (_, n) => ({ sourceId: String(n), host: 'news.example' }));
        },
      },
      stop: stopping.signal,
    });
    await followSources();
    expect(steps.at(-1)).toBe('reschedule 500');
  });
});
