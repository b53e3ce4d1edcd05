import postgres from 'postgres';

/** Somebody else's transaction that has done `statement` and does not end until it is released. */
export async function holdLock(
  databaseUrl: string,
  statement: string,
): Promise<{ release(): Promise<void> }> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const transaction = await client.reserve();
  await transaction.unsafe('begin');
  await transaction.unsafe(statement);
  return {
    release: async () => {
      await transaction.unsafe('rollback');
      transaction.release();
      await client.end();
    },
  };
}
