import { connectDatabase } from '@feedwarden/service-kit';
import { captureLogs, createTestDatabase, LEVEL } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabaseClock } from '../src/store/database-clock.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  database = await createTestDatabase('crawler');
  connection = connectDatabase(database.url, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

describe('the clock of the crawler', () => {
  it.each([
    ['behind', -HOUR],
    ['ahead', HOUR],
  ])(
    'takes the time of the database and says so once on a machine that is an hour %s',
    async (_title, off) => {
      const { logger, lines } = captureLogs();
      const clock = createDatabaseClock(connection.db, logger, () => Date.now() + off);
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeGreaterThan(HOUR - MINUTE);
      await clock.adjust();
      await clock.adjust();
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(MINUTE);
      expect(lines.map(({ level }) => level)).toEqual([LEVEL.warn]);
    },
  );

  it('keeps its own time silently on a machine that is right', async () => {
    const { logger, lines } = captureLogs();
    const clock = createDatabaseClock(connection.db, logger);
    await clock.adjust();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(MINUTE);
    expect(lines).toEqual([]);
  });
});
