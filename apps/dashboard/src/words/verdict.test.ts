import type { Source } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { headline, taskSentence } from './headline.js';
import { oneLine } from './one-line.js';
import { shownStatus } from './statuses.js';
import { at, NOW, policies, sampleSource } from './testing/sample-source.js';
import { needsYou, verdictOf } from './verdict.js';

const failing = {
  status: 'failing',
  consecutiveFailures: 6,
  lastErrorType: 'upstream_failure',
  lastError: 'HTTP 503',
  failingSince: at(-32),
  lastSuccessAt: at(-33),
  nextPollAt: at(0.45),
} as const;

const cases: { given: string; source: Partial<Source>; title: string; detail: string; line: string }[] = [
  {
    given: 'never polled',
    source: { lastPolledAt: null, lastSuccessAt: null, nextPollAt: at(0.2) },
    title: 'New: it has not been polled yet.',
    detail: 'Its first poll is due today at 16:52, in 12 minutes.',
    line: 'first poll today at 16:52, in 12 minutes',
  },
  {
    given: 'healthy',
    source: {},
    title: 'Healthy. The last poll was answered today at 16:10.',
    detail: 'The next poll is today at 16:55, in 15 minutes.',
    line: 'polled 30 minutes ago',
  },
  {
    given: 'failing with a server error',
    source: failing,
    title: 'Server error for 32 hours. Six polls in a row answered 503.',
    detail:
      '6 of 10. The next poll is today at 17:07, in 27 minutes. The last good poll was yesterday at 07:40.',
    line: 'HTTP 503',
  },
  {
    given: 'failing once',
    source: {
      ...failing,
      consecutiveFailures: 1,
      lastErrorType: 'network',
      lastError: 'timeout after 30s',
      failingSince: at(-0.2),
      lastSuccessAt: null,
    },
    title: 'Network for 12 minutes. The last poll did not reach the server: timeout after 30s.',
    detail: '1 of 10. The next poll is today at 17:07, in 27 minutes. No poll has ever succeeded.',
    line: 'timeout after 30s',
  },
  {
    given: 'failing in a way that needs a person',
    source: { ...failing, lastErrorType: 'unexpected', lastError: 'HTTP 401', nextPollAt: at(6) },
    title: 'Unexpected for 32 hours. Six polls in a row answered 401.',
    detail:
      'This is never taken out of polling: someone should look. The next poll is today at 22:40, in 6 hours. The last good poll was yesterday at 07:40.',
    line: 'HTTP 401',
  },
  {
    given: 'cooling down',
    source: {
      status: 'cooling_down',
      consecutiveFailures: 3,
      lastErrorType: 'not_found',
      lastError: 'HTTP 404',
      failingSince: at(-20),
      lastSuccessAt: at(-21),
      feedDisabledAt: at(-17.5),
      feedRetryAt: at(30.5),
      feedDisableReason: 'not_found',
    },
    title:
      'Not found for 20 hours. Three polls in a row answered 404, so it was taken out of polling for 2 days.',
    detail:
      'One probe tomorrow at 23:10, in 31 hours decides: a success brings it back, a failure renews the cooldown. The last good poll was yesterday at 19:40.',
    line: 'HTTP 404',
  },
  {
    given: 'probing',
    source: {
      ...failing,
      status: 'probing',
      feedDisabledAt: at(-6),
      feedRetryAt: at(-0.1),
      nextPollAt: at(-0.1),
    },
    title: 'Server error for 32 hours. Its cooldown is over, and one probe decides.',
    detail:
      'A success brings it back, a failure renews the cooldown. The next poll is due now. The last good poll was yesterday at 07:40.',
    line: 'HTTP 503',
  },
  {
    given: 'quarantined',
    source: {
      status: 'quarantined',
      quarantinedAt: at(-24),
      lastError: 'an HTML page came instead of a feed',
      lastSuccessAt: at(-30),
    },
    title: 'Quarantined since yesterday at 16:40: an HTML page came instead of a feed.',
    detail:
      'It is not polled until a person releases it, or a poll by hand succeeds. The last good poll was yesterday at 10:40.',
    line: 'an HTML page came instead of a feed',
  },
  {
    given: 'disabled by its policy',
    source: {
      status: 'disabled',
      enabled: false,
      disabledReason: 'Auto-disabled after 5 consecutive 404 errors',
      lastSuccessAt: null,
    },
    title: 'Disabled: Auto-disabled after 5 consecutive 404 errors.',
    detail: 'It is not polled until a person enables it. No poll has ever succeeded.',
    line: 'Auto-disabled after 5 consecutive 404 errors',
  },
  {
    given: 'disabled by a person',
    source: { status: 'disabled', feedDisabledAt: at(-2), feedDisableReason: 'manual' },
    title: 'Disabled by a person since today at 14:40.',
    detail: 'It is not polled until a person enables it. The last good poll was today at 16:10.',
    line: 'disabled by a person',
  },
  {
    given: 'without an address',
    source: { status: 'no_feed', feedUrl: null },
    title: 'There is no address to poll yet.',
    detail: 'Give it an address, or let discovery look for one at its web page.',
    line: 'no address to poll',
  },
];

describe('the verdict on a source', () => {
  it.each(cases)('says what, why and what next when it is $given', ({ source, title, detail, line }) => {
    const whole = sampleSource(source);
    expect(verdictOf(whole, policies, null, NOW)).toEqual({ title, detail });
    expect(oneLine(whole, NOW)).toBe(line);
  });
});

describe('what needs a person', () => {
  it.each([
    [{ status: 'quarantined' }, true],
    [{ status: 'failing', lastErrorType: 'unexpected' }, true],
    [{ status: 'failing', lastErrorType: 'not_found' }, false],
    [{ status: 'disabled', enabled: false, disabledReason: 'Auto-disabled' }, true],
    [{ status: 'disabled', enabled: false }, false],
    [{ status: 'cooling_down', lastErrorType: 'gone' }, false],
  ] as [Partial<Source>, boolean][])('is told of %j: %s', (given, expected) => {
    expect(needsYou(sampleSource(given))).toBe(expected);
  });

  it('is told in a sentence', () => {
    const source = sampleSource({ ...failing, lastErrorType: 'unexpected', lastError: 'HTTP 401' });
    expect(taskSentence(source, NOW)).toBe('HTTP 401. Failing for 32 hours, and never taken out of polling.');
    const out = sampleSource({ status: 'quarantined', quarantinedAt: at(-24), lastError: 'no feed' });
    expect(taskSentence(out, NOW)).toBe('no feed. Out of polling since yesterday at 16:40.');
  });
});

describe('the headline', () => {
  it.each([
    [0, 0, 'Nothing to watch yet.'],
    [12_468, 0, 'Nothing needs you.'],
    [9, 1, 'One feed needs you'],
    [400, 28, '28 feeds need you'],
  ])('of %d sources, %d of which need a person, is %j', (total, needYou, text) => {
    expect(headline(total, needYou)).toBe(text);
  });
});

describe('the shown status', () => {
  it('is new until the first poll, whatever the API says of health', () => {
    expect(shownStatus({ status: 'healthy', lastPolledAt: null })).toBe('new');
    expect(shownStatus({ status: 'healthy', lastPolledAt: at(-1) })).toBe('healthy');
    expect(shownStatus({ status: 'disabled', lastPolledAt: null })).toBe('disabled');
  });
});
