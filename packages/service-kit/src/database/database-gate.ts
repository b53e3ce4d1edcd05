import type { Sql } from 'postgres';
import { inTime } from '../in-time.js';

export interface GateLimits {
  /** Statements and transactions at once: one for each connection, because behind another one it would wait unseen. */
  atOnce: number;
  maxWaiting: number;
  waitMs: number;
  /** For the result, once it is its turn. The database's own limits come first; this one is for when it is silent. */
  answerMs: number;
}

/** The database does not keep up. It is nobody's mistake, and may be over soon. */
export class DatabaseBusyError extends Error {
  constructor(why: string) {
    super(`the database is busy: ${why}`);
    this.name = 'DatabaseBusyError';
  }
}

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets so much work at a database at once; the rest waits, but neither many nor long. */
export function createGate({ atOnce, maxWaiting, waitMs, answerMs }: GateLimits): Gate {
  const waiting = new Set<() => void>();
  let underWay = 0;

  function leave(): void {
    underWay -= 1;
    const [next] = waiting;
    if (next) next();
  }

  function enter(): Promise<void> {
    if (underWay < atOnce) {
      underWay += 1;
      return Promise.resolve();
    }
    if (waiting.size >= maxWaiting) throw new DatabaseBusyError('too many wait for it');
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.delete(turn);
        reject(new DatabaseBusyError(`no connection became free within ${waitMs / 1000}s`));
      }, waitMs);
      const turn = () => {
        clearTimeout(giveUp);
        waiting.delete(turn);
        underWay += 1;
        resolve();
      };
      waiting.add(turn);
    });
  }

  return async (work) => {
    await enter();
    // What the caller no longer waits for still holds its connection.
    return inTime(work().finally(leave), answerMs);
  };
}

/** A client for drizzle whose statements and transactions pass the gate. */
export function gated(client: Sql, gate: Gate): Sql {
  const unsafe = (...args: Parameters<Sql['unsafe']>) => {
    const rows = () => gate(async () => await client.unsafe(...args));
    const values = () => gate(async () => await client.unsafe(...args).values());
    // biome-ignore lint/suspicious/noThenProperty: like the query it stands for, it runs when it is waited for
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
