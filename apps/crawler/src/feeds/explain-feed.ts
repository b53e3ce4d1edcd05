import type { Explanation, FailurePolicySet, PastPoll } from '@feedwarden/contracts';
import { type Because, type Explained, explain, sentenceOf } from '@feedwarden/feed-health';
import type { AroundFeed, ReadAroundFeed } from '../blame/store/explained-facts.js';
import type { Feed } from '../poll/feed.js';
import type { Schedule } from '../poll/schedule.js';

export interface ExplainFeedDeps {
  readAround: ReadAroundFeed;
  policies: () => FailurePolicySet;
  schedule: Schedule;
  now: () => Date;
}

export type ExplainFeed = (feed: Feed, polls: PastPoll[]) => Promise<Explanation>;

const EVIDENCE = 10;

/** Why a feed is polled or not, from the same facts by which it is scheduled, claimed and held. */
export function createExplainFeed({ readAround, policies, schedule, now }: ExplainFeedDeps): ExplainFeed {
  return async (feed, polls) => {
    const around = await readAround(feed);
    const at = now();
    const { health, feedSwitch, settings, sourceId } = feed;
    const explained = explain(
      {
        ...around,
        next: schedule(feed),
        health,
        disabledAt: feedSwitch?.disabledAt ?? null,
        disableReason: feedSwitch?.reason ?? null,
      },
      at,
    );
    const { decides, others, state, certain, isFrozen } = explained;
    return {
      sourceId,
      at: at.toISOString(),
      state,
      next: { at: iso(decides.at), reason: decides.reason, certain },
      sentence: sentenceOf(explained),
      because: [viewOf(decides, true), ...others.map((one) => viewOf(one, false))],
      counters: {
        consecutiveFailures: health.consecutiveFailures,
        typeStreak: health.typeStreak,
        frozen: isFrozen,
      },
      wouldChange: changesOf(explained, around),
      policy: { name: settings.failurePolicy ?? policies().default },
      evidence: polls.slice(0, EVIDENCE),
    };
  };
}

const viewOf = ({ reason, at, details }: Because, decides: boolean) => ({
  reason,
  decides,
  at: iso(at),
  details,
});

function changesOf({ decides }: Explained, { incident, own }: AroundFeed): Explanation['wouldChange'] {
  const changes: Explanation['wouldChange'] = [];
  if (incident)
    changes.push({
      event: 'probe_succeeds',
      effect: 'due within ten minutes, once two of three probes have succeeded',
      at: incident.nextProbeAt.toISOString(),
    });
  if (own.state === 'offline')
    changes.push({ event: 'network_is_back', effect: 'polled at once if it is due', at: null });
  if (decides.reason === 'quarantined') changes.push({ event: 'release', effect: 'polled again', at: null });
  if (decides.reason === 'cooldown' || decides.reason === 'manually_disabled')
    changes.push({ event: 'enable', effect: 'polled again', at: null });
  if (decides.reason === 'source_disabled')
    changes.push({ event: 'enable', effect: 'polled again', at: null });
  if (decides.reason === 'no_feed') changes.push({ event: 'set_feed_url', effect: 'polled soon', at: null });
  else changes.push({ event: 'poll_now', effect: 'polled at once, whatever its state', at: null });
  return changes;
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
