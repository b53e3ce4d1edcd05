import type { SourceEvent } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventSentence, groupEvents } from './events.js';

const event = (given: Partial<SourceEvent> & { groupId?: string | null }) => ({
  at: '2026-02-05T12:00:00.000Z',
  actor: 'crawler',
  action: 'feed_disabled' as const,
  reason: 'not_found',
  ...given,
});

describe('eventSentence', () => {
  it.each([
    [
      event({}),
      { shape: 'cooling_down', actor: 'crawler', did: 'took', after: ' out of polling', reason: 'not found' },
    ],
    [
      event({ actor: 'ada', reason: 'manual' }),
      { shape: 'disabled', actor: 'ada', did: 'disabled', reason: null },
    ],
    [
      event({ action: 'source_disabled', reason: 'Auto-disabled after 5 consecutive 404 errors' }),
      {
        shape: 'disabled',
        actor: 'crawler',
        did: 'disabled',
        reason: 'Auto-disabled after 5 consecutive 404 errors',
      },
    ],
    [
      event({ action: 'feed_enabled', reason: null }),
      { shape: 'healthy', did: 'brought back', reason: null },
    ],
  ])('of %j', (given, expected) => expect(eventSentence(given)).toMatchObject(expected));
});

describe('groupEvents', () => {
  it.each([
    ['one actor, one action, one minute', event({}), event({ at: '2026-02-05T11:59:30.000Z' }), 1],
    ['another actor', event({}), event({ actor: 'ada' }), 2],
    ['another reason', event({}), event({ reason: 'gone' }), 2],
    ['more than a minute', event({}), event({ at: '2026-02-05T11:58:30.000Z' }), 2],
    [
      'one bulk change, however long it took',
      event({ groupId: 'a' }),
      event({ groupId: 'a', at: '2026-02-05T10:00:00.000Z' }),
      1,
    ],
    ['two bulk changes', event({ groupId: 'a' }), event({ groupId: 'b' }), 2],
  ])('given %s', (_given, first, second, groups) => {
    expect(groupEvents([first, second])).toHaveLength(groups);
  });
});
