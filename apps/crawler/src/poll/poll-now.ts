import { setTimeout as sleep } from 'node:timers/promises';
import { createSlots, inTimeOr } from '@feedwarden/pacing';
import type { StopSignals } from './poll-host.js';
import type { PollSource } from './poll-source.js';
import type { FeedReader, HostLease, HostLeases, RecordedPoll } from './ports.js';

export interface PollNowDeps {
  pollSource: PollSource;
  leases: HostLeases;
  findFeed: FeedReader['find'];
  followSources: () => Promise<void>;
  stop: StopSignals;
  now: () => Date;
  atOnce: number;
  /** How long the caller waits; the poll goes on, and its outcome is recorded. */
  responseSeconds?: number;
  /** How long it waits for changes of the source. */
  followSeconds?: number;
}

export type PollNowResult =
  | ({ kind: 'polled' } & RecordedPoll)
  | { kind: 'unknown_source' | 'no_feed' | 'host_busy' | 'superseded' | 'stopping' }
  | { kind: 'too_many' | 'still_polling' };

export type PollNow = (sourceId: string) => Promise<PollNowResult>;

const RESPONSE_SECONDS = 120;
/** If source-manager hangs, a source that we know is polled as we know it. */
const FOLLOW_SECONDS = 3;
const CLAIM_PATIENCE_MS = 20_000;
const CLAIM_EVERY_MS = 200;

/** Polls at a person's request. Their number is bounded: further requests are refused instead of waiting out of sight. */
export function createPollNow(deps: PollNowDeps) {
  const slots = createSlots(deps.atOnce);
  const pollNow: PollNow = async (sourceId) => {
    const release = slots.tryTake();
    if (!release) return { kind: 'too_many' };
    return inTimeOr<PollNowResult>(
      pollOnItsTurn(deps, sourceId).finally(release),
      deps.responseSeconds ?? RESPONSE_SECONDS,
      { kind: 'still_polling' },
    );
  };
  return { pollNow, underWay: slots.taken, drained: slots.drained };
}

/** Polls one source, in whatever state it is, and waits its turn at the host like any poll. */
async function pollOnItsTurn(deps: PollNowDeps, sourceId: string): Promise<PollNowResult> {
  const followed = deps.followSources();
  await inTimeOr(followed, deps.followSeconds ?? FOLLOW_SECONDS, undefined);
  const known = (await deps.findFeed(sourceId)) ?? (await followed.then(() => deps.findFeed(sourceId)));
  if (!known) return { kind: 'unknown_source' };
  const lease = await claimPatiently(deps, known.host);
  if (!lease) return { kind: 'host_busy' };
  try {
    return await pollUnderLease(deps, lease, sourceId);
  } catch (error) {
    if (deps.stop.abandoning.aborted) return { kind: 'stopping' };
    throw error;
  } finally {
    await deps.leases.release(lease);
  }
}

async function pollUnderLease(deps: PollNowDeps, lease: HostLease, sourceId: string): Promise<PollNowResult> {
  const feed = await deps.findFeed(sourceId);
  if (!feed || feed.host !== lease.host) return { kind: 'superseded' };
  if (feed.settings.feedUrl === null) return { kind: 'no_feed' };
  const recorded = await deps.pollSource(lease, feed, deps.stop.abandoning, 'by_hand');
  return recorded ? { kind: 'polled', ...recorded } : { kind: 'superseded' };
}

async function claimPatiently({ leases, now, stop }: PollNowDeps, host: string): Promise<HostLease | null> {
  const giveUpAt = now().getTime() + CLAIM_PATIENCE_MS;
  for (;;) {
    const lease = await leases.claim(host);
    if (lease || stop.finishing.aborted || now().getTime() > giveUpAt) return lease;
    await sleep(CLAIM_EVERY_MS);
  }
}
