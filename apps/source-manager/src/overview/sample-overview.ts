import {
  HISTORY_DAYS,
  HISTORY_STEPS,
  type OverviewHistory,
  type OverviewHistoryQuery,
} from '@feedwarden/contracts';
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type Database,
  type FaultLog,
  Problem,
} from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import type { ReadOverview } from './read-overview.js';
import { overviewSamples } from './schema.js';

const SAMPLE_MINUTES = 10;
const MOST_POINTS = 1000;
const FAULT = 'overview not sampled';

/** Samples on the ten minutes; of several services that share a database, the first one writes. */
export function createOverviewSampler(
  db: Database,
  readOverview: ReadOverview,
  faults: FaultLog,
): BackgroundLoop & { sample(): Promise<void> } {
  async function sample(): Promise<void> {
    const { total, byStatus, byErrorType } = await readOverview();
    const bin = `${SAMPLE_MINUTES} minutes`;
    await db.execute(sql`
      insert into ${overviewSamples} (at, total, by_status, by_error_type)
      values (date_bin(${bin}::interval, now(), 'epoch'), ${total}, ${JSON.stringify(byStatus)}::jsonb,
        ${JSON.stringify(byErrorType)}::jsonb)
      on conflict do nothing`);
    await db.execute(sql`
      delete from ${overviewSamples} where at < now() - make_interval(days => ${HISTORY_DAYS}::int)`);
  }

  const loop = createBackgroundLoop(async () => {
    try {
      await sample();
      faults.over(FAULT);
    } catch (error) {
      faults.report(FAULT, error);
    }
    return msToNextSample(Date.now());
  });
  return { ...loop, sample };
}

/** A little after the full ten minutes, so that a clock that is ahead samples the right ones. */
export function msToNextSample(now: number): number {
  const step = SAMPLE_MINUTES * 60_000;
  return step - (now % step) + 1000;
}

export type ReadHistory = (query: OverviewHistoryQuery) => Promise<OverviewHistory>;

export function createReadHistory(db: Database): ReadHistory {
  return async (query) => {
    const to = query.to === undefined ? new Date() : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - 7 * 86_400_000) : new Date(query.from);
    const minutes = HISTORY_STEPS[query.step];
    if ((to.getTime() - from.getTime()) / 60_000 / minutes > MOST_POINTS)
      throw new Problem(400, `more than ${MOST_POINTS} points: ask for a longer step or a shorter time`, {
        errors: [{ field: 'step', message: `gives more than ${MOST_POINTS} points` }],
      });
    const rows = await db.execute<HistoryRow>(historyStatement(from, to, minutes));
    return { step: query.step, points: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })) };
  };
}

type HistoryRow = OverviewHistory['points'][number] & Record<string, unknown>;

/** The last sample of each step. */
export function historyStatement(from: Date, to: Date, minutes: number): SQL {
  // Not a parameter: PostgreSQL could not know that both are the same.
  const step = sql.raw(`interval '${minutes} minutes'`);
  return sql`
    select distinct on (date_bin(${step}, at, 'epoch'))
      at, total, by_status as "byStatus", by_error_type as "byErrorType"
    from ${overviewSamples}
    where at >= ${from.toISOString()}::timestamptz and at <= ${to.toISOString()}::timestamptz
    order by date_bin(${step}, at, 'epoch'), at desc`;
}
