import { SOURCE_TYPES } from '@feedwarden/contracts';
import { underSignals } from '@feedwarden/pacing';
import type { Logger } from '@feedwarden/service-kit';
import type { Feed } from './feed.js';
import { type PollDelays, pauseAfter } from './politeness.js';
import type { PollSource } from './poll-source.js';
import type { FeedReader, HostLease, IsOutage, PostponeFeed } from './ports.js';
import { loggableUrl } from './web-url.js';

export interface PollHostDeps {
  dueFeeds: FeedReader['due'];
  pollSource: PollSource;
  postpone: PostponeFeed;
  isOutage: IsOutage;
  delays: PollDelays;
  logger: Logger;
  patienceMs?: number;
  failingTurnMs?: number;
}

/** Two signals of a stop: begin nothing new; and, when patience is over, end what is under way. */
export interface StopSignals {
  finishing: AbortSignal;
  abandoning: AbortSignal;
}

export type PollHost = (lease: HostLease, stop: StopSignals) => Promise<void>;

/** Long enough not to burden the remote with our trouble, short enough to notice that it is over. */
const POSTPONED_MINUTES = 10;
/** An outage delays no feed for long, but what fails again and again must not always be tried first. */
const POSTPONED_MINUTES_BY_OUTAGE = 1;
/** How long a feed may keep those behind it waiting; then it is tried again as the last one, for as long as it takes. */
const PATIENCE_MS = 5000;
/** Feeds that fail may all hang. What becomes due in the meantime must not wait for all of them. */
const FAILING_TURN_MS = 120_000;

/**
 * Polls the due feeds of one host one after another, politely: those that fail, and those that hang, after the others.
 * An internal error with one feed does not affect the others; an outage of the database ends the turn, because no
 * outcome could be stored.
 */
export function createPollHost(deps: PollHostDeps): PollHost {
  const { patienceMs = PATIENCE_MS, failingTurnMs = FAILING_TURN_MS } = deps;
  return (lease, stop) =>
    underSignals([stop.finishing, lease.lost], async (over) => {
      const due = await deps.dueFeeds(lease);
      const healthy = due.filter((feed) => !isFailing(feed));
      const last = due.filter(isFailing);
      for (let feed = healthy.shift(); feed && !over.aborted; feed = healthy.shift()) {
        const othersWait = healthy.length > 0 && SOURCE_TYPES[feed.settings.type].isOneRequest;
        const patience = othersWait ? AbortSignal.timeout(patienceMs) : null;
        if ((await pollGuarded(deps, lease, feed, stop, patience)) === 'put_off') last.push(feed);
        if (healthy.length + last.length > 0) await pauseAfter(feed, deps.delays, over);
      }
      const turnEndsAt = performance.now() + failingTurnMs;
      for (let feed = last.shift(); feed && !over.aborted; feed = last.shift()) {
        await pollGuarded(deps, lease, feed, stop, null);
        if (last.length > 0) await pauseAfter(feed, deps.delays, over);
        // The rest is still due.
        if (performance.now() > turnEndsAt) return;
      }
    });
}

const isFailing = ({ health }: Feed) => health.consecutiveFailures > 0;

/** `put_off`: the patience was over first, and nothing was recorded. */
async function pollGuarded(
  deps: PollHostDeps,
  lease: HostLease,
  feed: Feed,
  stop: StopSignals,
  patience: AbortSignal | null,
): Promise<'done' | 'put_off'> {
  const { abandoning } = stop;
  try {
    const poll = (signal: AbortSignal) => deps.pollSource(lease, feed, signal);
    await (patience ? underSignals([abandoning, patience], poll) : poll(abandoning));
    return 'done';
  } catch (error) {
    // An abandoned poll never happened: the feed is still due.
    if (abandoning.aborted || lease.lost.aborted) return 'done';
    if (patience && error === patience.reason) return 'put_off';
    if (deps.isOutage(error)) {
      await deps.postpone(lease, feed, POSTPONED_MINUTES_BY_OUTAGE).catch(() => {});
      throw error;
    }
    deps.logger.error(
      { err: error, sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl) },
      'internal error while polling',
    );
    await deps.postpone(lease, feed, POSTPONED_MINUTES);
    return 'done';
  }
}
