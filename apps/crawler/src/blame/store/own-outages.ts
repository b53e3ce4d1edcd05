import type { Database } from '@feedwarden/service-kit';
import { and, eq, isNull } from 'drizzle-orm';
import type { OwnOutages } from '../ports.js';
import { ownOutages } from './schema.js';

/** One row from the beginning of an outage to its end, whichever crawler of the vantage notices either. */
export function createOwnOutages(db: Database, vantage: string): OwnOutages {
  const isOpen = and(eq(ownOutages.vantage, vantage), isNull(ownOutages.toAt));
  return {
    async save(state, at, canaries) {
      if (state === 'online') {
        const ended = await db
          .update(ownOutages)
          .set({ toAt: at })
          .where(isOpen)
          .returning({ id: ownOutages.id });
        return ended.length > 0;
      }
      return db.transaction(async (tx) => {
        const [known] = await tx.select().from(ownOutages).where(isOpen).for('update');
        if (known?.state === state) return false;
        if (known) await tx.update(ownOutages).set({ toAt: at }).where(eq(ownOutages.id, known.id));
        const begun = await tx
          .insert(ownOutages)
          .values({ vantage, state, fromAt: at, canaries })
          .onConflictDoNothing()
          .returning({ id: ownOutages.id });
        return begun.length > 0;
      });
    },
  };
}
