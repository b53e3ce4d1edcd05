import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { waitForDatabase } from './wait-for-database.js';

const coded = (code: string) => Object.assign(new Error('the database said no'), { code });

describe('waitForDatabase', () => {
  it.each([
    ['ECONNREFUSED', coded('ECONNREFUSED')],
    ['57P03', coded('57P03')],
    ['a connection that broke in a migration', new Error('Failed query', { cause: coded('ECONNRESET') })],
  ])('prepares the database as soon as it is there, and logs once, given %s', async (_given, error) => {
    const { logger, lines } = captureLogs();
    const results = [Promise.reject(error), Promise.reject(error), Promise.resolve()];
    for (const result of results) result.catch(() => {});
    await waitForDatabase(() => results.shift() ?? Promise.reject(new Error('tried too often')), {
      logger,
      signal: new AbortController().signal,
    });
    expect(lines).toEqual([
      expect.objectContaining({ level: LEVEL.warn, msg: 'waiting for the database' }),
      expect.objectContaining({ failures: 2, msg: 'database available' }),
    ]);
  });

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
