import type { Logger } from '@feedwarden/service-kit';
import type { Feed } from './feed.js';
import { type PollDelays, pauseAfter } from './politeness.js';
import type { PollSource } from './poll-source.js';
import type { FeedReader, HostLease, PostponeFeed } from './ports.js';
import { loggableUrl } from './web-url.js';

export interface PollHostDeps {
  dueFeeds: FeedReader['due'];
  pollSource: PollSource;
  postpone: PostponeFeed;
  delays: PollDelays;
  logger: Logger;
}

/** Two signals of a stop: begin nothing new; and, when patience is over, end what is under way. */
export interface StopSignals {
  finishing: AbortSignal;
  abandoning: AbortSignal;
}

export type PollHost = (lease: HostLease, stop: StopSignals) => Promise<void>;

/** Polls the due feeds of one host one after another, politely. An internal error with one feed does not affect the others. */
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
    deps.logger.error(
      { err: error, sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl) },
      'internal error while polling',
    );
    await deps.postpone(lease, feed);
  }
}
