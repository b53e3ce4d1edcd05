import postgres from 'postgres';

/** How many rows each table has and a hash over them: equal before and after, nothing was changed. */
export async function databaseFingerprint(url: string): Promise<Record<string, string>> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const tables = await client<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await client<{ print: string }[]>`
        select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
        from ${client(name)} t`;
      prints[name] = row?.print ?? '';
    }
    return prints;
  } finally {
    await client.end();
  }
}
