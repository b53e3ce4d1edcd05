import { ApiError, ApiUnreachableError, type SourceClient } from '@feedwarden/client';
import {
  DEFAULT_FAILURE_POLICIES,
  type FailurePolicies,
  type SourceChangesPage,
} from '@feedwarden/contracts';
import { captureLogs, LEVEL, sampleSource } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { createActiveSources } from './changes.js';
import type { SourceReplica, SyncPosition } from './ports.js';
import { fakeClient } from './testing/fake-client.js';

const policiesOf = (version: string): FailurePolicies => ({
  ...DEFAULT_FAILURE_POLICIES,
  maxBackoffHours: 7,
  version,
});
const page = (changes: Partial<SourceChangesPage> = {}): SourceChangesPage => ({
  items: [],
  nextCursor: 'c1',
  more: false,
  policyVersion: 'v1',
  ...changes,
});
const answered = (status: number) => new ApiError(status, null);

interface Situation {
  position?: SyncPosition;
  /** What source-manager answers, one after another. */
  answers: (SourceChangesPage | Error)[];
  client?: Partial<SourceClient>;
  replica?: Partial<SourceReplica>;
  defaultIntervalMinutes?: number;
  maxFreshHours?: number;
}

/** A replica in memory; every step is written down in order. */
function createFollower({
  position,
  answers,
  client = {},
  replica = {},
  defaultIntervalMinutes = 30,
  maxFreshHours = 6,
}: Situation) {
  const { logger, lines } = captureLogs();
  const steps: string[] = [];
  const bases: string[] = [];
  const state: SyncPosition = { cursor: 'c0', policies: policiesOf('v1'), ...position };
  const activeSources = createActiveSources({
    client: fakeClient({
      sourceChanges: async ({ cursor }) => {
        steps.push(`changes since ${cursor ?? 'ever'}`);
        const answer = answers.shift() ?? page();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      failurePolicies: async () => {
        steps.push('policies');
        return policiesOf('v2');
      },
      ...client,
    }),
    replica: {
      position: async () => ({ ...state }),
      savePolicies: async (policies) => {
        steps.push(`save policies ${policies.version}`);
        state.policies = policies;
      },
      apply: async ({ changed, deleted, cursor }) => {
        steps.push(`apply ${changed.length} changed, ${deleted.length} deleted, up to ${cursor}`);
        state.cursor = cursor;
      },
      startOver: async () => {
        steps.push('start over');
        state.cursor = null;
      },
      removeUnconfirmed: async () => void steps.push('remove unconfirmed'),
      reschedule: async (basis) => {
        steps.push('reschedule');
        bases.push(basis);
      },
      ...replica,
    },
    follow: () => null,
    scheduleSettings: { defaultIntervalMinutes, maxFreshHours },
    logger,
  });
  return { ...activeSources, steps, bases, told: () => lines.map(({ level, msg }) => [level, msg]) };
}

const NOTHING_NEW = [
  'changes since c0',
  'apply 0 changed, 0 deleted, up to c1',
  'remove unconfirmed',
  'reschedule',
];

describe('following the active sources', () => {
  it('Given a cursor, when nothing changed, then one question is asked, from there', async () => {
    const { followSources, steps, told } = createFollower({ answers: [page()] });
    await followSources();
    expect(steps).toEqual(NOTHING_NEW);
    expect(told()).toEqual([]);
  });

  it('Given several pages of changes, when they are followed, then each is applied with its cursor, in order', async () => {
    const items = [
      { kind: 'changed', source: sampleSource() } as const,
      { kind: 'deleted', id: sampleSource().id } as const,
    ];
    const { followSources, steps } = createFollower({
      answers: [page({ items, more: true }), page({ items: items.slice(0, 1), nextCursor: 'c2' })],
    });
    await followSources();
    expect(steps).toEqual([
      'changes since c0',
      'apply 1 changed, 1 deleted, up to c1',
      'changes since c1',
      'apply 1 changed, 0 deleted, up to c2',
      'remove unconfirmed',
      'reschedule',
    ]);
  });

  it('Given a crawler that is new, when it follows, then it asks for everything', async () => {
    const { followSources, steps } = createFollower({
      position: { cursor: null, policies: null },
      answers: [page()],
    });
    await followSources();
    expect(steps[0]).toBe('changes since ever');
  });

  it('Given that it is being done, when others ask, then they share the one that follows it', async () => {
    const { followSources, steps } = createFollower({
      answers: [page(), page({ nextCursor: 'c2' }), page({ nextCursor: 'c3' })],
    });
    await Promise.all([followSources(), followSources(), followSources()]);
    expect(steps.filter((step) => step.startsWith('changes'))).toEqual([
      'changes since c0',
      'changes since c1',
    ]);
    await followSources();
    expect(steps.filter((step) => step.startsWith('changes'))).toHaveLength(3);
  });
});

describe('following the policies', () => {
  it('Given no source-manager yet, when policies are asked, then they are the defaults', () => {
    expect(createFollower({ answers: [] }).policies()).toEqual(DEFAULT_FAILURE_POLICIES);
  });

  it('Given a restart without source-manager, when policies are asked, then they are those last known', async () => {
    const { followSources, policies } = createFollower({ answers: [new ApiUnreachableError('down')] });
    await followSources();
    expect(policies()).toEqual(policiesOf('v1'));
  });

  it('Given another version, when it is followed, then they are fetched, kept, and used before the changes', async () => {
    const { followSources, policies, steps } = createFollower({ answers: [page({ policyVersion: 'v2' })] });
    await followSources();
    expect(steps.slice(0, 4)).toEqual([
      'changes since c0',
      'policies',
      'save policies v2',
      'apply 0 changed, 0 deleted, up to c1',
    ]);
    expect(policies()).toEqual(policiesOf('v2'));
  });

  it('Given the same version again, when it is followed, then they are not fetched', async () => {
    const answers = [page({ policyVersion: 'v2' }), page({ policyVersion: 'v2' })];
    const { followSources, steps } = createFollower({ answers });
    await followSources();
    await followSources();
    expect(steps.filter((step) => step === 'policies')).toHaveLength(1);
  });

  it('Given the same or other policies or settings, when due times are derived, then the basis tells', async () => {
    const basisWith = async (policyVersion: string, defaultIntervalMinutes: number, maxFreshHours = 6) => {
      const { followSources, bases } = createFollower({
        answers: [page({ policyVersion })],
        defaultIntervalMinutes,
        maxFreshHours,
      });
      await followSources();
      return bases[0];
    };
    const basis = await basisWith('v1', 30);
    expect(await basisWith('v1', 30)).toBe(basis);
    expect(await basisWith('v2', 30)).not.toBe(basis);
    expect(await basisWith('v1', 31)).not.toBe(basis);
    expect(await basisWith('v1', 30, 7)).not.toBe(basis);
  });
});

describe('following without a good answer', () => {
  it('Given that our cursor is not known (410), when it is followed, then it starts over, and all is asked anew', async () => {
    const { followSources, steps, told } = createFollower({ answers: [answered(410), page()] });
    await followSources();
    expect(steps).toEqual([
      'changes since c0',
      'start over',
      'changes since ever',
      'apply 0 changed, 0 deleted, up to c1',
      'remove unconfirmed',
      'reschedule',
    ]);
    expect(told()).toEqual([[LEVEL.warn, expect.stringContaining('starting over')]]);
  });

  it.each([
    { given: 'nobody there', error: new ApiUnreachableError('connect ECONNREFUSED') },
    { given: '503', error: answered(503) },
    { given: '502 of a gateway', error: answered(502) },
  ])(
    'Given $given, when it is followed, then we go on with what we know, and a warning says so',
    async ({ error }) => {
      const { followSources, steps, told } = createFollower({ answers: [error] });
      await followSources();
      expect(steps).toEqual(['changes since c0']);
      expect(told()).toEqual([[LEVEL.warn, 'going on with the sources as last known']]);
    },
  );

  it.each([401, 403, 400])(
    'Given %i, when it is followed, then we go on all the same, and an error asks for a person',
    async (status) => {
      const { followSources, told } = createFollower({ answers: [answered(status)] });
      await followSources();
      expect(told()).toEqual([[LEVEL.error, expect.stringContaining('refuses us')]]);
    },
  );

  it('Given 410 and then nobody there, when it is followed, then we go on with what we know', async () => {
    const { followSources, steps, told } = createFollower({
      answers: [answered(410), new ApiUnreachableError('down')],
    });
    await followSources();
    expect(steps).toContain('start over');
    expect(told().at(-1)).toEqual([LEVEL.warn, 'going on with the sources as last known']);
  });

  it('Given that it goes away between two pages, when it is back, then we go on after the first', async () => {
    const { followSources, steps } = createFollower({
      answers: [page({ more: true }), new ApiUnreachableError('down'), page({ nextCursor: 'c2' })],
    });
    await followSources();
    expect(steps).not.toContain('remove unconfirmed');
    await followSources();
    expect(steps.slice(2)).toEqual([
      'changes since c1',
      'changes since c1',
      'apply 0 changed, 0 deleted, up to c2',
      'remove unconfirmed',
      'reschedule',
    ]);
  });

  it('Given a database that fails, when it is followed, then it is thrown, and the next time is tried anew', async () => {
    let failures = 1;
    const { followSources, steps } = createFollower({
      answers: [],
      replica: {
        removeUnconfirmed: async () => {
          if (failures-- > 0) throw new Error('the database is gone');
        },
      },
    });
    await expect(followSources()).rejects.toThrow('the database is gone');
    await followSources();
    expect(steps.at(-1)).toBe('reschedule');
  });
});
