import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { waitForDatabase } from './wait-for-database.js';

const coded = (code: string) => Object.assign(new Error('the database said no'), { code });

describe('waitForDatabase', () => {
  it.each(['ECONNREFUSED', '57P03'])(
    'prepares the database as soon as it is there, given %s first',
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

  it.each(['28P01', '3D000', '42601'])('does not try again, given a refusal with %s', async (code) => {
    const { logger, lines } = captureLogs();
    const waiting = waitForDatabase(() => Promise.reject(coded(code)), {
      logger,
      signal: new AbortController().signal,
    });
    await expect(waiting).rejects.toMatchObject({ code });
    expect(lines).toEqual([]);
  });

  it('throws the error of the database when patience is over', async () => {
    const { logger } = captureLogs();
    const signal = new AbortController().signal;
    const waiting = waitForDatabase(() => Promise.reject(coded('ECONNREFUSED')), {
      logger,
      signal,
      patienceMs: -1,
    });
    await expect(waiting).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends the waiting when stopped', async () => {
    const { logger } = captureLogs();
    const stop = new AbortController();
    const prepare = () => {
      stop.abort();
      return Promise.reject(coded('ECONNREFUSED'));
    };
    await expect(waitForDatabase(prepare, { logger, signal: stop.signal })).rejects.toThrow(/abort/i);
  });
});
