import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { waitForDatabase } from './wait-for-database.js';

const coded = (code: string) => Object.assign(new Error('the database said no'), { code });

describe('waitForDatabase', () => {
  it.each(['ECONNREFUSED', '57P03'])(
    'Given a database that says %s once, when it is there, then it is used',
    async (code) => {
      const { logger, lines } = captureLogs();
      const answers = [() => Promise.reject(coded(code)), () => Promise.resolve()];
      await waitForDatabase(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')), {
        logger,
        signal: new AbortController().signal,
      });
      expect(lines).toEqual([
        expect.objectContaining({ level: LEVEL.warn, code, msg: 'waiting for the database' }),
      ]);
    },
  );

  it.each(['28P01', '3D000', '42601'])(
    'Given a database that refuses us with %s, when we ask, then we ask once',
    async (code) => {
      const { logger, lines } = captureLogs();
      const waiting = waitForDatabase(() => Promise.reject(coded(code)), {
        logger,
        signal: new AbortController().signal,
      });
      await expect(waiting).rejects.toMatchObject({ code });
      expect(lines).toEqual([]);
    },
  );

  it('Given no patience, when the database is not there, then its error is told', async () => {
    const { logger } = captureLogs();
    const signal = new AbortController().signal;
    const waiting = waitForDatabase(() => Promise.reject(coded('ECONNREFUSED')), {
      logger,
      signal,
      patienceMs: -1,
    });
    await expect(waiting).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('Given a stop, when we still wait, then the waiting ends', async () => {
    const { logger } = captureLogs();
    const stop = new AbortController();
    const prepare = () => {
      stop.abort();
      return Promise.reject(coded('ECONNREFUSED'));
    };
    await expect(waitForDatabase(prepare, { logger, signal: stop.signal })).rejects.toThrow(/abort/i);
  });
});
