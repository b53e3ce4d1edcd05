import { type ExplainReason, explainReasonSchema, nextPollReasonSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../blame/host-pace.js';
import { INITIAL_HEALTH } from '../poll-health.js';
import { type ExplainedFacts, explain } from './explain.js';
import { sentenceOf } from './sentence.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

const healthy: ExplainedFacts = {
  next: { at: minutes(20), reason: 'interval' },
  dueAt: minutes(20),
  health: INITIAL_HEALTH,
  disabledAt: null,
  disableReason: null,
  host: 'news.example',
  heldUntil: null,
  isBusy: false,
  pace: null,
  incident: null,
  own: { state: 'online', since: null, vantage: 'default' },
  commandsWaiting: 0,
};
const due = { next: { at: minutes(-5), reason: 'interval' }, dueAt: minutes(-5) } as const;
const incident = (scope: 'host' | 'route' | 'site' | 'edge') => ({
  id: '00000000-0000-4000-8000-000000000001',
  scope,
  key: 'news.example',
  route: '',
  family: 'denied' as const,
  code: 'http_403',
  startedAt: minutes(-60),
  nextProbeAt: minutes(30),
  feeds: 36,
});
const slow = { ...UNLIMITED, spacingMs: 60_000, learnedAt: NOW };

/** What must be so for a reason to decide, and the time that it gives. */
const HELD: [ExplainReason, Partial<ExplainedFacts>, Date | null][] = [
  ['host_incident', { ...due, incident: incident('host') }, minutes(30)],
  ['route_incident', { ...due, incident: incident('route') }, minutes(30)],
  ['site_incident', { ...due, incident: incident('site') }, minutes(30)],
  ['edge_block', { ...due, incident: incident('edge') }, minutes(30)],
  ['host_spacing', { ...due, heldUntil: minutes(1), pace: slow }, minutes(1)],
  ['host_resting', { ...due, heldUntil: minutes(5), pace: { ...slow, restMs: 300_000 } }, minutes(5)],
  ['own_outage', { own: { state: 'offline', since: minutes(-3), vantage: 'default' } }, null],
  ['postponed', { ...due, dueAt: minutes(10) }, minutes(10)],
  ['host_busy', { ...due, isBusy: true }, minutes(-5)],
  ['not_yet_claimed', due, minutes(-5)],
];
const SCHEDULED = nextPollReasonSchema.options.map(
  (reason): [ExplainReason, Partial<ExplainedFacts>, Date] => [
    reason,
    { next: { at: minutes(20), reason } },
    minutes(20),
  ],
);
/** They apply without keeping anybody waiting. */
const REMARKS: [ExplainReason, Partial<ExplainedFacts>][] = [
  ['own_degraded', { own: { state: 'degraded', since: minutes(-3), vantage: 'default' } }],
  ['waiting_for_source_manager', { commandsWaiting: 2 }],
];

describe('explaining when a feed is polled', () => {
  it.each([...SCHEDULED, ...HELD])('%s decides when it is what is waited for', (reason, facts, at) => {
    const explained = explain({ ...healthy, ...facts }, NOW);
    expect(explained.decides).toMatchObject({ reason, at });
    expect(explained.others.map((other) => other.reason)).not.toContain(reason);
    expect(sentenceOf(explained)).toMatch(/^(?:Not polled|Due since).+\.$/);
  });

  it.each(REMARKS)('%s is named, and decides nothing', (reason, facts) => {
    const explained = explain({ ...healthy, ...facts }, NOW);
    expect(explained.decides.reason).toBe('interval');
    expect(explained.others.map((other) => other.reason)).toContain(reason);
  });

  it('knows every reason', () => {
    const shown = [...SCHEDULED, ...HELD, ...REMARKS].map(([reason]) => reason);
    expect(shown.toSorted()).toEqual(explainReasonSchema.options.toSorted());
  });

  it('lets the latest of several decide, and names the others', () => {
    const facts = { ...healthy, incident: incident('host'), own: healthy.own };
    expect(explain(facts, NOW)).toMatchObject({
      state: 'held',
      decides: { reason: 'host_incident', at: minutes(30) },
      others: [{ reason: 'interval', at: minutes(20) }],
      certain: false,
      isFrozen: true,
    });
    const rare = { ...facts, next: { at: minutes(600), reason: 'interval' as const }, dueAt: minutes(600) };
    expect(explain(rare, NOW).decides).toMatchObject({ reason: 'interval', at: minutes(600) });
  });

  it('lets a person decide before everything else', () => {
    const stopped = {
      ...healthy,
      next: { at: null, reason: 'manually_disabled' as const },
      incident: incident('host'),
    };
    expect(explain(stopped, NOW)).toMatchObject({
      state: 'stopped',
      decides: { reason: 'manually_disabled' },
    });
  });
});
