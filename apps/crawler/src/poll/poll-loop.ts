import { setTimeout as sleep } from 'node:timers/promises';
import { createSlots } from '@feedwarden/pacing';
import type { Logger } from '@feedwarden/service-kit';
import type { PollHost, StopSignals } from './poll-host.js';
import type { HostLease, HostLeases } from './ports.js';

export interface PollingLoopDeps {
  leases: HostLeases;
  followSources: () => Promise<void>;
  cleanUp: () => Promise<unknown>;
  pollHost: PollHost;
  tickSeconds: number;
  hostsAtOnce: number;
  logger: Logger;
}

type Claim = (limit: number) => Promise<HostLease[]>;

/** How long polls that are under way may take once the crawler stops. */
const STOP_PATIENCE_MS = 5000;
/** Hosts of a crawler that died are looked for more often than a tick may come. */
const RESCUE_EVERY_MS = 15_000;

/** Every tick: learn what changed, clean up, then claim hosts that are due and poll them, as many at once as allowed. */
export function createPollingLoop(deps: PollingLoopDeps) {
  const { leases, logger } = deps;
  const finishing = new AbortController();
  const abandoning = new AbortController();
  const stop: StopSignals = { finishing: finishing.signal, abandoning: abandoning.signal };
  const slots = createSlots(deps.hostsAtOnce);
  let looping: Promise<void> | undefined;
  /** Hosts are due for which there was no room. */
  let backlog = false;
  let claiming = false;

  async function loop(): Promise<void> {
    while (!stop.finishing.aborted) {
      const nextTick = Date.now() + deps.tickSeconds * 1000;
      await tick().catch((error: unknown) => logger.error({ err: error }, 'tick failed'));
      while (!stop.finishing.aborted && Date.now() < nextTick) {
        const rest = Math.min(nextTick - Date.now(), RESCUE_EVERY_MS);
        await sleep(rest, undefined, { signal: stop.finishing }).catch(() => {});
        await claimWhileRoom(leases.claimAbandoned);
      }
    }
  }

  async function tick(): Promise<void> {
    await deps
      .followSources()
      .catch((error: unknown) => logger.error({ err: error }, 'cannot follow sources'));
    await deps.cleanUp().catch((error: unknown) => logger.error({ err: error }, 'clean-up failed'));
    await claimWhileRoom(leases.claimDue);
    logger.debug({ hosts: slots.taken() }, 'tick');
  }

  async function claimWhileRoom(claim: Claim): Promise<void> {
    if (claiming) return;
    claiming = true;
    try {
      while (!stop.finishing.aborted && slots.free() > 0) {
        const claimed = await claim(slots.free());
        for (const lease of claimed) start(lease);
        if (claim === leases.claimDue) backlog = claimed.length > 0;
        if (claimed.length === 0) return;
      }
    } catch (error) {
      logger.error({ err: error }, 'cannot claim hosts');
    } finally {
      claiming = false;
    }
    // A slot may have become free while only abandoned hosts were claimed.
    if (backlog && claim !== leases.claimDue) await claimWhileRoom(leases.claimDue);
  }

  /** Hosts that are slow must not hold up those that are due: the next one starts as soon as any ends. */
  function start(lease: HostLease): void {
    const freeSlot = slots.tryTake();
    void deps
      .pollHost(lease, stop)
      .catch((error: unknown) => logger.error({ err: error, host: lease.host }, 'cannot poll the host'))
      .then(() => leases.release(lease))
      .catch((error: unknown) => logger.error({ err: error, host: lease.host }, 'cannot release the host'))
      .then(() => {
        freeSlot?.();
        if (backlog) void claimWhileRoom(leases.claimDue);
      });
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
      await slots.drained();
    },
  };
}
