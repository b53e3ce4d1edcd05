import type { Database } from '@feedwarden/service-kit';
import { count } from 'drizzle-orm';
import { sourceCommands } from './schema.js';

/** Beyond that it is long, however long. */
const COUNT_UP_TO = 10_000;
const REMEMBER_MS = 10_000;

/** How many commands wait: counted up to a bound and not with every question. Null while the database does not say. */
export function createOutboxLength(db: Database, now: () => number): () => Promise<number | null> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<number | null> = Promise.resolve(null);

  async function countSome(): Promise<number | null> {
    const some = db.select({ id: sourceCommands.id }).from(sourceCommands).limit(COUNT_UP_TO).as('some');
    const [row] = await db.select({ commands: count() }).from(some);
    return row?.commands ?? null;
  }

  return () => {
    if (now() - asked < REMEMBER_MS) return answer;
    asked = now();
    answer = countSome().catch(() => null);
    return answer;
  };
}
