import type { Database } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';

/** As many sources as asked for: of 100 about 90 are healthy, 6 failing, 3 disabled and 1 quarantined. */
export async function fillSources(db: Database, count: number): Promise<void> {
  const ago = (seconds: SQL) => sql`now() - make_interval(secs => ${seconds})`;
  const isFailing = sql`n % 100 between 90 and 98`;
  const isDisabled = sql`n % 100 between 96 and 98`;
  await db.execute(sql`
    insert into sources (name, type, feed_url, enabled, owner_id, change_seq, created_at, updated_at,
      consecutive_failures, last_error_type, last_failure_type, last_error, failing_since,
      last_polled_at, last_success_at, next_poll_at, next_poll_reason,
      feed_disabled_at, feed_disable_reason, quarantined_at)
    select 'Source ' || n, 'rss', 'https://host' || n % 20000 || '.example/feed/' || n, true, 'tester', n,
      ${ago(sql`n`)}, ${ago(sql`n * 7 % 1000003`)},
      case when ${isFailing} then 1 + n % 9 else 0 end,
      case when ${isFailing} then (array['gone', 'not_found', 'network'])[1 + n % 3] end,
      case when ${isFailing} then (array['permanent', 'transient'])[1 + n % 2] end,
      case when ${isFailing} then 'HTTP 404' end,
      case when ${isFailing} then ${ago(sql`n * 11 % 1000003`)} end,
      ${ago(sql`n * 13 % 3600`)}, ${ago(sql`n * 17 % 3600`)}, now() + make_interval(secs => n * 19 % 3600), 'interval',
      case when ${isDisabled} then ${ago(sql`n * 23 % 500009`)} end,
      case when ${isDisabled} then (array['gone', 'not_found', 'upstream_failure'])[1 + n % 3] end,
      case when n % 100 = 99 then ${ago(sql`n * 29 % 500009`)} end
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`analyze sources`);
}
