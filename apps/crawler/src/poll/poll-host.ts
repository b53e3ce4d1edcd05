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

/**
 * Polls the due feeds of one host one after another, politely. An internal error with one feed does not affect the
 * others; an outage of the database ends the turn, because no outcome could be stored.
 */
export function createPollHost(deps: PollHostDeps): PollHost {
  return async (lease, stop) => {
    const feeds = await deps.dueFeeds(lease);
    const over = AbortSignal.any([stop.finishing, lease.lost]);
    for (const [index, feed] of feeds.entries()) {
      if (over.aborted) return;
      await pollGuarded(deps, lease, feed, stop);
      if (index < feeds.length - 1) await pauseAfter(feed, deps.delays, over);
    }
  };
}

async function pollGuarded(
  deps: PollHostDeps,
  lease: HostLease,
  feed: Feed,
  stop: StopSignals,
): Promise<void> {
  try {
    await deps.pollSource(lease, feed, stop.abandoning);
  } catch (error) {
    // An abandoned poll never happened: the feed is still due.
    if (stop.abandoning.aborted || lease.lost.aborted) return;
    if (deps.isOutage(error)) {
      await deps.postpone(lease, feed, POSTPONED_MINUTES_BY_OUTAGE).catch(() => {});
      throw error;
    }
    deps.logger.error(
      { err: error, sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl) },
      'internal error while polling',
    );
    await deps.postpone(lease, feed, POSTPONED_MINUTES);
  }
}
