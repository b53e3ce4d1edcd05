import { captureLogs } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { reasonOf, statementShape } from './describe-error.js';

const SECRET = 's3cret value\n    at s3cret (frame.js:1:1)';

function failedStatement(code = '53100', fields: object = {}) {
  const cause = Object.assign(new Error('could not extend file'), {
    name: 'PostgresError',
    code,
    detail: `Failing row contains (${SECRET}).`,
    where: `unnamed portal parameter $1 = '${SECRET}'`,
    parameters: [SECRET],
    ...fields,
  });
  return new DrizzleQueryError(
    'insert into "posts" ("id", "html") values ($1, $2), ($3, $4)',
    [SECRET],
    cause,
  );
}

/** Every way in which an error can come into a line. */
const WAYS: [way: string, log: (logger: ReturnType<typeof captureLogs>['logger'], error: Error) => void][] = [
  ['as err', (logger, error) => logger.error({ err: error }, 'failed')],
  ['as err without a message', (logger, error) => logger.error({ err: error })],
  ['alone', (logger, error) => logger.error(error)],
  ['under another name', (logger, error) => logger.error({ reason: error }, 'failed')],
  ['deep in an object', (logger, error) => logger.error({ a: { b: [{ error }] } }, 'failed')],
  ['as a cause', (logger, error) => logger.error({ err: new Error('outer', { cause: error }) }, 'failed')],
  ['as one of several', (logger, error) => logger.error({ err: new AggregateError([error]) }, 'failed')],
  ['by its message', (logger, error) => logger.error({ error: error.message }, 'failed')],
  ['by its stack', (logger, error) => logger.error({ error: error.stack }, 'failed')],
  ['as text', (logger, error) => logger.error(`failed: ${error}`)],
  ['as a reason', (logger, error) => logger.warn({ error: reasonOf(error) }, 'failed')],
];

describe('an error of the database in a log line', () => {
  it.each(WAYS)('shows no parameter, given the error %s', (_way, log) => {
    const { logger, lines } = captureLogs();
    log(logger, failedStatement());
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('has the SQLSTATE, the shape of the statement and where it was sent from', () => {
    const { logger, lines } = captureLogs();
    logger.error({ err: failedStatement() }, 'cannot write');
    expect(lines[0]).toMatchObject({
      err: {
        message: 'the statement failed',
        statement: 'insert into "posts" ("id", "html") values (?), …',
        stack: expect.stringContaining('describe-error.test'),
        cause: { message: 'could not extend file', code: '53100' },
      },
    });
  });

  it('does not show the value that PostgreSQL could not read', () => {
    const { logger, lines } = captureLogs();
    const error = failedStatement('22P02', {
      message: 'invalid input syntax for type uuid: "s3cret "value""',
    });
    logger.error({ err: error }, 'cannot write');
    expect(JSON.stringify(lines)).not.toContain('s3cret');
    expect(lines[0]).toMatchObject({
      err: { cause: { message: 'invalid input syntax for type uuid: "…"' } },
    });
  });

  it('has the address and the cause of a connection that was refused', () => {
    const { logger, lines } = captureLogs();
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    logger.error({ err: new Error('outer', { cause: refused }) }, 'cannot claim hosts');
    expect(lines[0]).toMatchObject({
      err: { type: 'Error', message: 'outer', cause: { code: 'ECONNREFUSED', message: refused.message } },
    });
  });
});

describe('the shape of a statement', () => {
  it.each([
    ['select * from a where b = $1 and c = $12', 'select * from a where b = ? and c = ?'],
    ["select 'it''s', 'x'", 'select ?, ?'],
    ["select 'never closed", 'select ?'],
    [
      'insert into a values ($1, default, $2),\n  ($3, default, $4), ($5, default, $6)',
      'insert into a values (?), …',
    ],
    ['delete from a where b in ($1, $2, $3)', 'delete from a where b in (?)'],
  ])('of %j is %j', (statement, expected) => {
    expect(statementShape(statement)).toBe(expected);
  });

  it('is short, however many rows there are', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `($${2 * n + 1}, $${2 * n + 2})`).join(', ');
    expect(statementShape(`insert into a values ${rows}`).length).toBeLessThan(500);
  });
});
