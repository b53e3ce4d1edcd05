import type { NewSource } from '@feedwarden/contracts';
import { eventually } from '@feedwarden/test-kit';
import { expect } from '@jest/globals';
import postgres from 'postgres';
import type { openResources } from '../support/open-resources.js';
import type { RunningSystem } from '../support/running-system.js';

export interface Poll {
  name: string;
  /** After the feeds had become due. */
  afterMs: number;
  durationMs: number;
  outcome: string;
  errorType: string | null;
  code: string | null;
}

/** Creates sources and makes all of them due at the same moment. `polls`: what was recorded until all are polled. */
export async function createDueAtOnce(
  open: ReturnType<typeof openResources>,
  system: RunningSystem,
  sources: Iterable<Parameters<RunningSystem['sources']['createSource']>[0] & Pick<NewSource, 'name'>>,
) {
  const names = new Map<string, string>();
  for (const source of sources) names.set((await system.sources.createSource(source)).id, source.name);
  const sql = postgres(system.crawlerEnv.CRAWLER_DATABASE_URL ?? '', { max: 1 });
  open.closeLater(() => sql.end());
  await eventually(async () => expect(await sql`select 1 from feeds`).toHaveLength(names.size));
  const read = async () => {
    const rows = await sql<(Omit<Poll, 'name'> & { id: string })[]>`
      select source_id as id, extract(epoch from at - ${due})::float8 * 1000 as "afterMs",
        duration_ms as "durationMs", outcome, error_type as "errorType", code
      from polls order by at`;
    return rows.map(({ id, ...poll }): Poll => ({ ...poll, name: names.get(id) ?? id }));
  };
  const [{ due } = { due: '' }] = await sql<{ due: string }[]>`select now()::text as due`;
  // Set both: due_at is derived from start_at again whenever the source changes.
  await sql`update feeds set start_at = now(), due_at = now()`;
  await sql`update hosts set claimable_at = now() where owner is null`;
  return {
    /** Those that are recorded when all are, or when `patienceMs` are over. */
    async polls(patienceMs: number): Promise<Poll[]> {
      const all = eventually(async () => expect(await read()).toHaveLength(names.size), patienceMs);
      return all.then(read, read);
    },
  };
}
