import { setImmediate as turn } from 'node:timers/promises';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createPollingLoop, type PollingLoopDeps } from './poll-loop.js';
import { sampleLease } from './testing/sample-feed.js';
import { until } from './testing/until.js';

const OUTAGE = new Error('could not extend file: No space left on device');
const A_MOMENT = 0.001;
const AN_HOUR = 3600;
const hostsNamed = (count: number) => Array.from({ length: count }, (_, index) => `host-${index}`);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A loop over hosts that are due once; what happens is written down in order. */
function createLoop(due: string[], changes: Partial<PollingLoopDeps> = {}) {
  const { logger, lines } = captureLogs('info');
  const events: string[] = [];
  const loop = createPollingLoop({
    leases: {
      claimDue: async (limit) => due.splice(0, limit).map((host) => sampleLease({ host })),
      claimAbandoned: async () => [],
      claim: async () => null,
      release: async ({ host }) => void events.push(`release ${host}`),
    },
    followSources: async () => void events.push('follow'),
    cleanUp: async () => {},
    pollHost: async ({ host }) => void events.push(`poll ${host}`),
    isOutage: (error) => error === OUTAGE,
    tickSeconds: A_MOMENT,
    hostsAtOnce: 3,
    isBusy: () => false,
    logger,
    faults: createFaultLog(logger),
    ...changes,
  });
  stops.push(loop.stop);
  return { loop, events, lines };
}

describe('the polling loop', () => {
  it('follows the changes before it polls a host that is due', async () => {
    const { loop, events } = createLoop(['host-0'], { tickSeconds: AN_HOUR });
    loop.start();
    await until(() => events.includes('release host-0'));
    expect(events).toEqual(['follow', 'poll host-0', 'release host-0']);
  });

  it('does nothing before it is started, and can be stopped', async () => {
    const { loop, events } = createLoop(['host-0']);
    await turn();
    await loop.stop();
    expect(events).toEqual([]);
  });

  it('waits for a tick that takes longer than its time', async () => {
    let under = 0;
    let most = 0;
    let ticks = 0;
    const { loop } = createLoop([], {
      tickSeconds: 0,
      followSources: async () => {
        under += 1;
        most = Math.max(most, under);
        for (let turns = 0; turns < 20; turns += 1) await turn();
        under -= 1;
        ticks += 1;
      },
    });
    loop.start();
    await until(() => ticks >= 5);
    expect(most).toBe(1);
  });

  it.each([1, 3, 20])('polls all of ten hosts, never more than %i at once', async (hostsAtOnce) => {
    let under = 0;
    let most = 0;
    const done: string[] = [];
    const { loop } = createLoop(hostsNamed(10), {
      hostsAtOnce,
      tickSeconds: AN_HOUR,
      pollHost: async ({ host }) => {
        under += 1;
        most = Math.max(most, under);
        for (let turns = 0; turns < 5; turns += 1) await turn();
        under -= 1;
        done.push(host);
      },
    });
    loop.start();
    await until(() => done.length === 10);
    expect(done.sort()).toEqual(hostsNamed(10));
    expect(most).toBe(Math.min(hostsAtOnce, 10));
  });

  it('does not let a slow host hold up the others', async () => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { loop, events } = createLoop(hostsNamed(6), {
      hostsAtOnce: 2,
      pollHost: async ({ host }) => {
        if (host === 'host-0') await slow;
      },
    });
    loop.start();
    await until(() => events.includes('release host-5'));
    expect(events).not.toContain('release host-0');
    finish();
  });
});

describe('hosts at once', () => {
  it('claims no host while what was fetched waits, and goes on when a host ends', async () => {
    let isBusy = false;
    let finish = () => {};
    const { loop, events } = createLoop(hostsNamed(3), {
      tickSeconds: AN_HOUR,
      isBusy: () => isBusy,
      pollHost: async ({ host }) => {
        events.push(`poll ${host}`);
        isBusy = host === 'host-0';
        if (isBusy)
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
      },
      hostsAtOnce: 1,
    });
    loop.start();
    await until(() => isBusy);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(events).toEqual(['follow', 'poll host-0']);
    isBusy = false;
    finish();
    await until(() => events.includes('release host-2'));
  });

  it('polls other hosts in the place of one that is slow', async () => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { loop, events } = createLoop(hostsNamed(2), {
      hostsAtOnce: 1,
      slowHostMs: 5,
      tickSeconds: AN_HOUR,
      pollHost: async ({ host }) => {
        if (host === 'host-0') await slow;
      },
    });
    loop.start();
    await until(() => events.includes('release host-1'));
    expect(events).not.toContain('release host-0');
    finish();
  });

  it('claims due hosts although following takes long, and waits for it when it stops', async () => {
    let follow = () => {};
    const { loop, events } = createLoop(['host-0'], {
      tickSeconds: AN_HOUR,
      followingFirstMs: 5,
      followSources: () =>
        new Promise<void>((resolve) => {
          follow = resolve;
        }),
    });
    loop.start();
    await until(() => events.includes('release host-0'));
    const stopped = loop.stop().then(() => events.push('stopped'));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(events).not.toContain('stopped');
    follow();
    await stopped;
  });
});

describe('faults of our own in the loop', () => {
  it('logs one error when following fails, and goes on with the next tick', async () => {
    let asked = 0;
    const { loop, events, lines } = createLoop(['host-0'], {
      followSources: async () => {
        asked += 1;
        if (asked === 1) throw new Error('the database is gone');
      },
    });
    loop.start();
    await until(() => events.includes('release host-0'));
    expect(lines).toEqual([expect.objectContaining({ level: LEVEL.error, msg: 'cannot follow sources' })]);
  });

  it('polls due hosts although the clean-up fails', async () => {
    const { loop, events, lines } = createLoop(['host-0'], {
      cleanUp: () => Promise.reject(new Error('too slow')),
    });
    loop.start();
    await until(() => events.includes('release host-0'));
    expect(lines[0]).toMatchObject({ level: LEVEL.error, msg: 'clean-up failed' });
  });

  it('polls and releases the other hosts when one fails', async () => {
    const { loop, events, lines } = createLoop(['bad', 'good'], {
      pollHost: async ({ host }) => {
        if (host === 'bad') throw new Error('the database is gone');
        events.push(`poll ${host}`);
      },
    });
    loop.start();
    await until(() => events.includes('release bad') && events.includes('release good'));
    expect(events).toContain('poll good');
    expect(lines).toEqual([
      expect.objectContaining({ level: LEVEL.error, host: 'bad', msg: 'cannot poll the host' }),
    ]);
  });

  it('frees the slot of a host whose release fails', async () => {
    const queue = hostsNamed(3);
    const polled: string[] = [];
    const { loop, lines } = createLoop([], {
      hostsAtOnce: 1,
      leases: {
        claimDue: async (limit) => queue.splice(0, limit).map((host) => sampleLease({ host })),
        claimAbandoned: async () => [],
        claim: async () => null,
        release: () => Promise.reject(new Error('the database is gone')),
      },
      pollHost: async ({ host }) => void polled.push(host),
    });
    loop.start();
    await until(() => polled.length === 3);
    expect(polled).toEqual(hostsNamed(3));
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot release the host']);
  });
});

describe('the loop during an outage of the database', () => {
  it('claims no more hosts, then one on trial, then as many as allowed', async () => {
    const claims: number[] = [];
    const queue = hostsNamed(7);
    let outage = true;
    const { loop, lines } = createLoop([], {
      leases: {
        claimDue: async (limit) => {
          claims.push(limit);
          return queue.splice(0, limit).map((host) => sampleLease({ host }));
        },
        claimAbandoned: async () => [],
        claim: async () => null,
        release: async () => {},
      },
      pollHost: async () => {
        if (outage) throw OUTAGE;
      },
    });
    loop.start();
    await until(() => claims.length > 0);
    for (let turns = 0; turns < 500; turns += 1) await turn();
    expect(claims).toEqual([3]);
    outage = false;
    await until(() => queue.length === 0);
    expect(claims.slice(0, 3)).toEqual([3, 1, 3]);
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot poll the host']);
  });

  it('goes on by itself when the claim failed', async () => {
    let failures = 0;
    const { loop, events, lines } = createLoop([], {
      tickSeconds: AN_HOUR,
      leases: {
        claimDue: async () => {
          if (failures++ === 0) throw OUTAGE;
          return failures === 2 ? [sampleLease({ host: 'host-0' })] : [];
        },
        claimAbandoned: async () => [],
        claim: async () => null,
        release: async ({ host }) => void events.push(`release ${host}`),
      },
    });
    loop.start();
    await until(() => events.includes('release host-0'));
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot claim hosts']);
  });
});

describe('stopping the loop', () => {
  it.each([
    { given: 'as many polls under way as allowed', due: 5, hostsAtOnce: 2 },
    { given: 'fewer polls under way than allowed', due: 2, hostsAtOnce: 5 },
  ])('waits for $given when it stops, and begins nothing new', async ({ due, hostsAtOnce }) => {
    const finish: (() => void)[] = [];
    const { loop, events } = createLoop(hostsNamed(due), {
      hostsAtOnce,
      tickSeconds: AN_HOUR,
      pollHost: async ({ host }) => {
        await new Promise<void>((resolve) => finish.push(resolve));
        events.push(`end ${host}`);
      },
    });
    loop.start();
    await until(() => finish.length === 2);
    const stopped = loop.stop().then(() => events.push('stopped'));
    expect(loop.stopSignals.finishing.aborted).toBe(true);
    expect(loop.stopSignals.abandoning.aborted).toBe(false);
    for (const [index, end] of finish.entries()) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(events.filter((event) => event.startsWith('end'))).toHaveLength(index);
      expect(events).not.toContain('stopped');
      end();
    }
    await stopped;
    expect(events).toEqual([
      'follow',
      'end host-0',
      'release host-0',
      'end host-1',
      'release host-1',
      'stopped',
    ]);
  });

  it('does not wait for the next tick when it stops', async () => {
    const { loop, events } = createLoop([], { tickSeconds: AN_HOUR });
    loop.start();
    await until(() => events.includes('follow'));
    await expect(loop.stop()).resolves.toBeUndefined();
    expect(events).toEqual(['follow']);
  });

  it('waits for following when it stops, and claims no host afterwards', async () => {
    let finish = () => {};
    const { loop, events } = createLoop(['host-0'], {
      followSources: () =>
        new Promise<void>((resolve) => {
          events.push('follow');
          finish = resolve;
        }),
    });
    loop.start();
    await until(() => events.includes('follow'));
    const stopped = loop.stop().then(() => events.push('stopped'));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(events).toEqual(['follow']);
    finish();
    await stopped;
    expect(events).toEqual(['follow', 'stopped']);
  });
});
