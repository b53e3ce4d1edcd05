import { createSlots, DeadlineError, inTime, startDeadline } from '@feedwarden/pacing';
import type { Sql } from 'postgres';

export interface GateLimits {
  /** Statements and transactions at a time: one per connection, because behind another one it would wait unseen. */
  atOnce: number;
  maxWaiting: number;
  waitSeconds: number;
  /** For the result, once it has a connection. PostgreSQL's own limits come first; this one is for when it is silent. */
  resultSeconds: number;
}

/** The database does not keep up. It is nobody's mistake, and may be over soon. */
export class DatabaseBusyError extends Error {
  constructor(why: string) {
    super(`the database is busy: ${why}`);
    this.name = 'DatabaseBusyError';
  }
}

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Bounds the work that is at the database at once, how much waits for it, and for how long. */
export function createGate({ atOnce, maxWaiting, waitSeconds, resultSeconds }: GateLimits): Gate {
  const slots = createSlots(atOnce);

  async function enter() {
    const release = slots.tryTake();
    if (release) return release;
    if (slots.waiting() >= maxWaiting) throw new DatabaseBusyError('too many statements are waiting');
    const patience = startDeadline(waitSeconds);
    try {
      return await slots.take(patience.signal);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      throw new DatabaseBusyError(`no connection became free within ${waitSeconds}s`);
    } finally {
      patience.clear();
    }
  }

  return async (work) => {
    const release = await enter();
    // A statement that the caller no longer waits for still holds its connection.
    return inTime(work().finally(release), resultSeconds);
  };
}

/** A client for drizzle whose statements and transactions pass the gate. */
export function gated(client: Sql, gate: Gate): Sql {
  const unsafe = (...args: Parameters<Sql['unsafe']>) => {
    const rows = () => gate(async () => await client.unsafe(...args));
    const values = () => gate(async () => await client.unsafe(...args).values());
    // biome-ignore lint/suspicious/noThenProperty: like the query it stands for, it runs when it is awaited
    return { values, then: (...then: Parameters<Promise<unknown>['then']>) => rows().then(...then) };
  };
  const begin = (...args: [never]) => gate(() => client.begin(...args));
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === 'unsafe') return unsafe;
      return name === 'begin' ? begin : Reflect.get(target, name, receiver);
    },
  });
}
