import { setTimeout as sleep } from 'node:timers/promises';
import { cutAll, type Fleet, type Member, restartPostgres } from './fleet.js';
import type { Random } from './random.js';

export type FaultName = (typeof FAULTS)[number];
export type FaultCounts = Partial<Record<FaultName, number>>;

const FAULTS = [
  'crawler killed',
  'source-manager killed',
  'crawler stopped for longer than its lease',
  'PostgreSQL restarted, fast',
  'PostgreSQL restarted, immediate',
  'connections reset',
  'connections torn in a message',
  'connections half-open',
] as const;

const LEASE_MS = 30_000;
const STOPPED_MS = LEASE_MS + 5_000;
const LONGEST_PAUSE_MS = 1_500;

/** Makes so many faults at random, one after another; a stopped crawler stays stopped beside the others. */
export async function makeFaults(fleet: Fleet, random: Random, count: number): Promise<FaultCounts> {
  const counts: FaultCounts = {};
  /** At most one at a time, and when it goes on. */
  const stopped = new Map<Member, Promise<void>>();

  const stopOne = (member: Member) => {
    member.service.signal('SIGSTOP');
    const over = sleep(STOPPED_MS).then(() => {
      member.service.signal('SIGCONT');
      stopped.delete(member);
    });
    stopped.set(member, over);
  };
  const killOne = async (kind: Member['kind']) => {
    const member = random.oneOf(fleet.members.filter((one) => one.kind === kind && !stopped.has(one)));
    await member.service.kill();
    await sleep(random.below(1000));
    await member.start();
  };
  const proxy = () => random.oneOf([fleet.proxies.crawler, fleet.proxies.sourceManager]);
  const make: Record<FaultName, () => Promise<unknown> | unknown> = {
    'crawler killed': () => killOne('crawler'),
    'source-manager killed': () => killOne('source-manager'),
    'crawler stopped for longer than its lease': () => stopOne(random.oneOf(fleet.crawlers())),
    'PostgreSQL restarted, fast': () => restartPostgres(fleet.server, 'fast'),
    'PostgreSQL restarted, immediate': () => restartPostgres(fleet.server, 'immediate'),
    'connections reset': () => cutAll(proxy(), 'reset'),
    'connections torn in a message': () => cutAll(proxy(), 'torn'),
    'connections half-open': () => cutAll(proxy(), 'freeze'),
  };

  for (let n = 0; n < count; n += 1) {
    // Each kind comes first once, in a fixed order; from then on they are drawn.
    let name = n < FAULTS.length ? FAULTS[(n + 2) % FAULTS.length] : random.oneOf(FAULTS);
    if (name === 'crawler stopped for longer than its lease' && stopped.size > 0) name = 'connections reset';
    if (!name) continue;
    await make[name]();
    counts[name] = (counts[name] ?? 0) + 1;
    expectNobodyEnded(fleet, name);
    await sleep(random.below(LONGEST_PAUSE_MS));
  }
  await Promise.all(stopped.values());
  for (const one of Object.values(fleet.proxies)) one.plan(() => null);
  return counts;
}

/** Whoever was killed has been started again by now. */
function expectNobodyEnded({ members }: Fleet, after: FaultName): void {
  const ended = members.filter(({ service }) => service.hasEnded());
  if (ended.length === 0) return;
  const last = ended.map(({ name, service }) => `${name}: ${JSON.stringify(service.lines.slice(-3))}`);
  throw new Error(`ended by itself after "${after}": ${last.join('; ')}`);
}
