import { setTimeout as sleep } from 'node:timers/promises';
import { createBrake, createPatientSlots } from '@feedwarden/pacing';
import type { FaultLog, Logger } from '@feedwarden/service-kit';
import type { PollHost, StopSignals } from './poll-host.js';
import type { HostLease, HostLeases, IsOutage } from './ports.js';

export interface PollingLoopDeps {
  leases: HostLeases;
  followSources: () => Promise<void>;
  cleanUp: () => Promise<unknown>;
  pollHost: PollHost;
  isOutage: IsOutage;
  tickSeconds: number;
  /** Those that are slow do not count, up to as many again. */
  hostsAtOnce: number;
  /** What was fetched waits for us: more would only wait with it. */
  isBusy: () => boolean;
  logger: Logger;
  faults: FaultLog;
  followingFirstMs?: number;
  slowHostMs?: number;
}

type Claim = (limit: number) => Promise<HostLease[]>;

/** How long polls that are under way may take once the crawler stops. */
const STOP_PATIENCE_MS = 5000;
/** What changed is learned before it is polled, unless there is a lot to learn. */
const FOLLOWING_FIRST_MS = 2000;
/** A host that takes longer than most waits for its server, or for the delay between its polls. */
const SLOW_HOST_MS = 3000;
/** Few statements, and room for other crawlers between them. */
const CLAIMED_AT_ONCE = 100;
/** Hosts of a crawler that died are looked for more often than a tick may come. */
const RESCUE_EVERY_MS = 15_000;
/** Polls whose outcome cannot be stored would only burden the web. */
const OUTAGE_PAUSE_MS = { first: 1000, longest: 60_000 };
const FAULT = {
  tick: 'tick failed',
  follow: 'cannot follow sources',
  cleanUp: 'clean-up failed',
  claim: 'cannot claim hosts',
  poll: 'cannot poll the host',
  release: 'cannot release the host',
} as const;

/** Every tick: learn what changed, clean up, then claim hosts that are due and poll them, as many at once as allowed. */
export function createPollingLoop(deps: PollingLoopDeps) {
  const { leases, logger, faults } = deps;
  const { followingFirstMs = FOLLOWING_FIRST_MS, slowHostMs = SLOW_HOST_MS } = deps;
  const finishing = new AbortController();
  const abandoning = new AbortController();
  const stop: StopSignals = { finishing: finishing.signal, abandoning: abandoning.signal };
  const slots = createPatientSlots({
    count: deps.hostsAtOnce,
    slowAfterMs: slowHostMs,
    onFreed: () => void claimBacklog(),
  });
  const brake = createBrake(OUTAGE_PAUSE_MS);
  let looping: Promise<void> | undefined;
  let following: Promise<unknown> | undefined;
  /** Hosts may be due for which there was no room. */
  let backlog = false;
  let claiming = false;

  async function loop(): Promise<void> {
    while (!stop.finishing.aborted) {
      const nextTick = Date.now() + deps.tickSeconds * 1000;
      await tick().catch((error: unknown) => faults.report(FAULT.tick, error));
      while (!stop.finishing.aborted && Date.now() < nextTick) {
        const rest = Math.min(nextTick - Date.now(), brake.waitMs() || RESCUE_EVERY_MS);
        await sleep(rest, undefined, { signal: stop.finishing }).catch(() => {});
        await claimWhileRoom(brake.isOn() ? leases.claimDue : leases.claimAbandoned);
      }
    }
  }

  async function tick(): Promise<void> {
    following ??= attempt(FAULT.follow, deps.followSources).finally(() => {
      following = undefined;
    });
    await Promise.race([following, sleep(followingFirstMs, undefined, { ref: false })]);
    await attempt(FAULT.cleanUp, deps.cleanUp);
    await claimWhileRoom(leases.claimDue);
    logger.debug({ hosts: slots.taken() }, 'tick');
    faults.over(FAULT.tick);
  }

  /** Whether it succeeded. */
  async function attempt(what: string, work: () => Promise<unknown>, about?: object): Promise<boolean> {
    try {
      await work();
      faults.over(what);
      return true;
    } catch (error) {
      faults.report(what, error, about);
      if (deps.isOutage(error)) brake.failed();
      return false;
    }
  }

  async function claimWhileRoom(claim: Claim): Promise<void> {
    if (claiming) return;
    claiming = true;
    // Until a claim shows that there are none.
    if (claim === leases.claimDue) backlog = true;
    await attempt(FAULT.claim, async () => {
      for (let room = freeRoom(); room > 0; room = brake.isOn() ? 0 : freeRoom()) {
        const claimed = await claim(room);
        for (const lease of claimed) void start(lease);
        if (claimed.length > 0) continue;
        if (claim === leases.claimDue) backlog = false;
        return;
      }
    });
    claiming = false;
    // A slot may have become free while only abandoned hosts were claimed.
    if (backlog && claim !== leases.claimDue && freeRoom() > 0) await claimWhileRoom(leases.claimDue);
  }

  const freeRoom = () =>
    stop.finishing.aborted || deps.isBusy() ? 0 : Math.min(slots.free(), brake.room(), CLAIMED_AT_ONCE);

  async function claimBacklog(): Promise<void> {
    if (backlog) await claimWhileRoom(leases.claimDue);
  }

  /** Hosts that are slow must not hold up those that are due: the next one starts as soon as any ends. */
  async function start(lease: HostLease): Promise<void> {
    const freeSlot = slots.tryTake();
    const { host } = lease;
    if (await attempt(FAULT.poll, () => deps.pollHost(lease, stop), { host })) brake.succeeded();
    await attempt(FAULT.release, () => leases.release(lease), { host });
    freeSlot?.();
    await claimBacklog();
  }

  return {
    stopSignals: stop,
    /** How many hosts are being polled. */
    hosts: slots.taken,
    start: () => {
      looping = loop();
    },
    /** Lets polls under way end, or abandons them after a while; either way nothing is recorded in half. */
    stop: async () => {
      finishing.abort();
      // It stays set: polls requested by people may be under way beside ours.
      setTimeout(() => abandoning.abort(), STOP_PATIENCE_MS).unref();
      await looping;
      await following;
      await slots.drained();
    },
  };
}
