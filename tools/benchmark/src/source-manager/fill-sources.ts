import type { Sql } from 'postgres';

export interface Filling {
  /** The addresses of the first ones. */
  feedUrls?: readonly string[];
  /** Without it, of 100 about 90 are healthy, 6 failing, 3 disabled and 1 quarantined. */
  allHealthy?: boolean;
}

/** As many sources as asked for. */
export async function fillSources(
  sql: Sql,
  count: number,
  { feedUrls = [], allHealthy = false }: Filling = {},
): Promise<void> {
  await sql`
    insert into sources (name, type, feed_url, site_url, enabled, owner_id, change_seq, created_at, updated_at,
      consecutive_failures, last_error_type, last_failure_type, last_error, failing_since,
      last_polled_at, last_success_at, next_poll_at, next_poll_reason,
      feed_disabled_at, feed_disable_reason, quarantined_at)
    select 'Source ' || n, 'rss',
      coalesce((${sql.json([...feedUrls])}::jsonb) ->> (n - 1), 'https://host' || n % 20000 || '.example/feed/' || n),
      'https://host' || n % 20000 || '.example/', true, 'benchmark', n,
      now() - make_interval(secs => n), now() - make_interval(secs => n * 7::bigint % 1000003),
      case when failing then 1 + n % 9 else 0 end,
      case when failing then (array['gone', 'not_found', 'network'])[1 + n % 3] end,
      case when failing then (array['permanent', 'transient'])[1 + n % 2] end,
      case when failing then 'HTTP 404' end,
      case when failing then now() - make_interval(secs => n * 11::bigint % 1000003) end,
      now() - make_interval(secs => n * 13::bigint % 3600), now() - make_interval(secs => n * 17::bigint % 3600),
      now() + make_interval(secs => n * 19::bigint % 3600), 'interval',
      case when disabled then now() - make_interval(secs => n * 23::bigint % 500009) end,
      case when disabled then (array['gone', 'not_found', 'upstream_failure'])[1 + n % 3] end,
      case when quarantined then now() - make_interval(secs => n * 29::bigint % 500009) end
    from (
      select n, not ${allHealthy} and n % 100 between 90 and 98 as failing,
        not ${allHealthy} and n % 100 between 96 and 98 as disabled,
        not ${allHealthy} and n % 100 = 99 as quarantined
      from generate_series(1, ${count}::int) n
    ) numbered`;
  await sql`update change_clock set seq = ${count}`;
  await sql`vacuum analyze sources`;
}
