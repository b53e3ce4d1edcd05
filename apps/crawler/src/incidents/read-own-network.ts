import type { OwnNetwork } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { desc, eq, isNull } from 'drizzle-orm';
import { ownOutages } from '../blame/store/schema.js';

const REMEMBERED = 20;
const MOST_IN_TROUBLE = 100;

/** Of others only trouble is known: what is online writes nothing. */
export async function readOwnNetwork(db: Database, vantage: string, watched: boolean): Promise<OwnNetwork> {
  const [ours, inTrouble] = await Promise.all([
    db
      .select()
      .from(ownOutages)
      .where(eq(ownOutages.vantage, vantage))
      .orderBy(desc(ownOutages.fromAt))
      .limit(REMEMBERED),
    db
      .select()
      .from(ownOutages)
      .where(isNull(ownOutages.toAt))
      .orderBy(ownOutages.vantage)
      .limit(MOST_IN_TROUBLE),
  ]);
  const open = inTrouble.find((outage) => outage.vantage === vantage);
  const others = inTrouble.filter((outage) => outage.vantage !== vantage);
  const [last] = ours;
  return {
    vantage,
    watched,
    items: [
      open ? troubleOf(open) : { vantage, state: 'online', since: last?.toAt?.toISOString() ?? null },
      ...others.map(troubleOf),
    ],
    outages: ours.map(({ state, fromAt, toAt, canaries }) => ({
      state,
      from: fromAt.toISOString(),
      to: toAt?.toISOString() ?? null,
      canaries,
    })),
  };
}

const troubleOf = ({ vantage, state, fromAt }: typeof ownOutages.$inferSelect) => ({
  vantage,
  state,
  since: fromAt.toISOString(),
});
