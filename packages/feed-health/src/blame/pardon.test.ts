import { DEFAULT_FAILURE_POLICIES, type ErrorType } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterVerdicts, decideAfterFailure, decideAfterSuccess } from '../decide-switch.js';
import { afterFailure, afterFrozenPoll, afterReset, afterSuccess, INITIAL_HEALTH } from '../poll-health.js';
import { samplePollError } from '../testing/sample-poll-error.js';
import { type JudgedFeed, type PastFailure, pardon } from './pardon.js';
import { minute } from './testing/sample-siblings.js';

const NOTHING_TURNED = { enabled: true, feedSwitch: null, quarantinedAt: null };
const NEW_FEED: JudgedFeed = { health: INITIAL_HEALTH, switches: NOTHING_TURNED, failures: [] };
const POLICY = { name: null, maxFailures: null };

type Outcome = ErrorType | 'good';

/** A counted poll, as the one exit of all polls makes it. */
function polled(feed: JudgedFeed, outcome: Outcome, at: Date): JudgedFeed {
  if (outcome === 'good') {
    const switches = afterVerdicts(feed.switches, decideAfterSuccess(feed.switches), at);
    return { health: afterSuccess(at), switches, failures: [] };
  }
  const error = samplePollError(outcome);
  const health = afterFailure(feed.health, error, at);
  const verdicts = decideAfterFailure(DEFAULT_FAILURE_POLICIES, POLICY, feed.switches, health, error);
  const disables = verdicts.some(({ kind }) => kind === 'disable_feed');
  const renews = verdicts.some(({ kind }) => kind === 'renew_cooldown');
  const decision = disables ? 'feed_disabled' : renews ? 'cooldown_renewed' : 'none';
  const failure: PastFailure = { at, errorType: error.type, code: error.code, blame: 'feed', decision };
  return {
    health,
    switches: afterVerdicts(feed.switches, verdicts, at),
    failures: [failure, ...feed.failures],
  };
}

const frozen = (feed: JudgedFeed, at: Date): JudgedFeed => ({
  ...feed,
  health: afterFrozenPoll(feed.health, at),
});

/** The feed after its failures since `since` were taken back. */
function pardoned(feed: JudgedFeed, since: Date): JudgedFeed {
  const taken = pardon(feed, since, 'host');
  if (!taken) return feed;
  return { ...taken, switches: afterVerdicts(feed.switches, taken.verdicts, since) };
}

const history = (outcomes: Outcome[], from = NEW_FEED, begin = 0) =>
  outcomes.reduce((feed, outcome, index) => polled(feed, outcome, minute(begin + index)), from);

/** What counts: not the words, nor when it was polled. */
const counters = ({ health, switches }: JudgedFeed) => {
  const { lastPolledAt: _, lastError: __, ...counted } = health;
  return { ...counted, isDisabled: switches.feedSwitch !== null };
};

const failures: ErrorType[] = [
  'not_found',
  'network',
  'upstream_failure',
  'forbidden',
  'rate_limited',
  'parse_error',
];
const anyOutcomes = fc.array(fc.constantFrom<Outcome>('good', ...failures), { maxLength: 30 });
const anyFailures = fc.array(fc.constantFrom(...failures), { maxLength: 8 });

describe('a pardon', () => {
  it('takes back everything when the feed began to fail with the incident', () => {
    const feed = history(['forbidden', 'forbidden'], history(['good']), 10);
    expect(pardoned(feed, minute(10)).health).toEqual({ ...afterReset(feed.health) });
  });

  it('leaves what was counted before', () => {
    const feed = history(['network', 'not_found', 'not_found', 'forbidden', 'forbidden']);
    expect(pardoned(feed, minute(3)).health).toMatchObject({
      consecutiveFailures: 3,
      typeStreak: 2,
      permanentStreak: 2,
      lastErrorType: 'not_found',
      lastFailureType: 'permanent',
      failingSince: minute(0),
    });
  });

  it('enables a feed that was disabled since, with all its counters back', () => {
    const feed = history(['gone'], history(['good']), 10);
    expect(feed.switches.feedSwitch).not.toBeNull();
    expect(pardon(feed, minute(10), 'host')?.verdicts).toEqual([{ kind: 'enable_feed' }]);
  });

  it('leaves a feed disabled that was disabled before', () => {
    const feed = history(['gone', 'gone']);
    expect(pardon(feed, minute(1), 'host')?.verdicts).toEqual([]);
  });

  it('leaves a feed alone that has failed only before', () => {
    expect(pardon(history(['network', 'network']), minute(5), 'host')).toBeNull();
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyOutcomes, fc.nat(30), (outcomes, since) => {
        const once = pardoned(history(outcomes), minute(since));
        expect(pardoned(once, minute(since))).toEqual(once);
      }),
    );
  });

  it('ends in the same counters as if there had been no incident', () => {
    fc.assert(
      fc.property(anyOutcomes, anyFailures, fc.nat(5), anyOutcomes, (before, during, probes, after) => {
        const start = history(before);
        let feed = pardoned(history(during, start, 100), minute(100));
        for (let probe = 0; probe < probes; probe += 1) feed = frozen(feed, minute(200 + probe));
        expect(counters(feed)).toEqual(counters(start));
        const now = 300;
        expect(counters(history(after, feed, now))).toEqual(counters(history(after, start, now)));
      }),
    );
  });

  it("loses no failure that is the feed's, in whatever order incidents and fresh starts come", () => {
    const step = fc.oneof(
      fc.constantFrom(...failures).map((type) => ({ kind: 'own' as const, type })),
      fc.constantFrom(...failures).map((type) => ({ kind: 'incident' as const, type })),
      fc.constant({ kind: 'pardon' as const, type: null }),
      fc.constant({ kind: 'reset' as const, type: null }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let feed = NEW_FEED;
        let own = 0;
        let since: Date | null = null;
        for (const [index, { kind, type }] of steps.entries()) {
          const at = minute(index);
          if (kind === 'reset') {
            feed = { health: afterReset(feed.health), switches: NOTHING_TURNED, failures: [] };
            own = 0;
          } else if (kind === 'pardon') {
            if (since) feed = pardoned(feed, since);
            since = null;
          } else if (kind === 'incident') {
            // Its first failures are counted, because nobody knows yet.
            since ??= at;
            feed = polled(feed, type, at);
          } else if (since) {
            // While an incident is open nothing counts.
            feed = frozen(feed, at);
          } else {
            feed = polled(feed, type, at);
            own += 1;
          }
        }
        if (since) feed = pardoned(feed, since);
        expect(feed.health.consecutiveFailures).toBe(own);
      }),
    );
  });
});
