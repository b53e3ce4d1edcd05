import { createTestDatabase, type TestDatabase } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type Connection, connectDatabase, type Database } from '../src/database/postgres.js';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase('crawler');
  connection = connectDatabase(database.url, { name: 'preparing', max: 1, impatient: true });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const preparedLike = async (text: string) =>
  await connection.db.execute(sql`select statement from pg_prepared_statements where statement like ${text}`);
const ask = (db: Pick<Database, 'execute'>, marker: string, value: number) =>
  db.execute<{ value: number }>(sql`${sql.raw(`/* ${marker} */`)} select ${value}::int as value`);

describe('statements that recur', () => {
  it('are prepared once, and keep their parameters', async () => {
    const values = [];
    for (let value = 1; value <= 5; value += 1)
      values.push((await ask(connection.db, 'recurs', value))[0]?.value);
    expect(values).toEqual([1, 2, 3, 4, 5]);
    expect(await preparedLike('/* recurs */%')).toHaveLength(1);
  });

  it('are prepared in transactions too', async () => {
    for (let value = 1; value <= 3; value += 1)
      await connection.db.transaction((tx) => tx.transaction((inner) => ask(inner, 'nested', value)));
    expect(await preparedLike('/* nested */%')).toHaveLength(1);
  });

  it('are not prepared while they have been sent once or twice', async () => {
    await ask(connection.db, 'rare', 1);
    await ask(connection.db, 'rare', 2);
    expect(await preparedLike('/* rare */%')).toHaveLength(0);
  });

  it('are bounded in number', async () => {
    for (let text = 0; text < 300; text += 1)
      for (let time = 0; time < 3; time += 1) await ask(connection.db, `text ${text}`, time);
    const [row] = await connection.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_prepared_statements`,
    );
    expect(row?.n).toBeLessThan(260);
  });
});
