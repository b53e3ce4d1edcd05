import { SOURCE_TYPES } from '@feedwarden/contracts';
import { underSignals } from '@feedwarden/pacing';
import type { Logger } from '@feedwarden/service-kit';
import type { Feed } from './feed.js';
import { type PollDelays, pauseAfter } from './politeness.js';
import type { PollSource } from './poll-source.js';
import type { FeedReader, HostLease, IsOutage, PostponeFeed, TurnKeeper } from './ports.js';
import { loggableUrl } from './web-url.js';

export interface PollHostDeps {
  dueFeeds: FeedReader['due'];
  pollSource: PollSource;
  postpone: PostponeFeed;
  isOutage: IsOutage;
  delays: PollDelays;
  keeper?: TurnKeeper;
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
  const {
    patienceMs = PATIENCE_MS,
    failingTurnMs = FAILING_TURN_MS,
    keeper = keptByDelays(deps.delays),
  } = deps;
  return (lease, stop) =>
    underSignals([stop.finishing, lease.lost], async (over) => {
      if (await keeper.begin(lease, stop.abandoning)) return;
      const due = await deps.dueFeeds(lease);
      const healthy = due.filter((feed) => !isFailing(feed));
      const last = due.filter(isFailing);
      const isOver = () => over.aborted || lease.turn.isOver;
      const isToPoll = async (feed: Feed) =>
        !lease.turn.polled.has(feed.sourceId) && (await keeper.admits(lease, feed, stop.abandoning));
      for (let feed = healthy.shift(); feed && !isOver(); feed = healthy.shift()) {
        if (!(await isToPoll(feed))) continue;
        const othersWait = healthy.length > 0 && SOURCE_TYPES[feed.settings.type].isOneRequest;
        const patience = othersWait ? AbortSignal.timeout(patienceMs) : null;
        if ((await pollGuarded(deps, lease, feed, stop, patience)) === 'put_off') last.push(feed);
        if (healthy.length + last.length > 0 && !isOver()) await keeper.pause(lease, feed, over);
      }
      const turnEndsAt = performance.now() + failingTurnMs;
      for (let feed = last.shift(); feed && !isOver(); feed = last.shift()) {
        if (!(await isToPoll(feed))) continue;
        await pollGuarded(deps, lease, feed, stop, null);
        if (last.length > 0 && !isOver()) await keeper.pause(lease, feed, over);
        // The rest is still due.
        if (performance.now() > turnEndsAt) return;
      }
    });
}

/** Nothing but the delay between two polls. */
const keptByDelays = (delays: PollDelays): TurnKeeper => ({
  begin: async () => false,
  admits: async () => true,
  pause: (_lease, feed, over) => pauseAfter(feed, delays, over),
});

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
