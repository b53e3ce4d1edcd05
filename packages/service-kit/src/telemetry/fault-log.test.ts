import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { createFaultLog } from './fault-log.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const down = new Error('connect ECONNREFUSED');

function createLog() {
  const { logger, lines } = captureLogs();
  let at = 0;
  const faults = createFaultLog(
    logger,
    [
      {
        causes: (error) => error === down,
        begins: 'database unavailable',
        ends: 'database available again',
        level: 'warn',
      },
    ],
    () => at,
  );
  return {
    ...faults,
    lines,
    messages: () => lines.map(({ msg }) => msg),
    pass: (ms: number) => {
      at += ms;
    },
  };
}

describe('the fault log', () => {
  it('logs a fault once, counts it, and logs once that it is over', () => {
    const { report, over, pass, lines } = createLog();
    for (let count = 0; count < 100; count += 1) {
      report('cannot claim hosts', new Error('no room'), { host: 'a.example' });
      pass(SECOND);
    }
    expect(lines).toMatchObject([
      { level: LEVEL.error, msg: 'cannot claim hosts', host: 'a.example', err: { message: 'no room' } },
    ]);
    pass(MINUTE);
    over('cannot claim hosts');
    over('cannot claim hosts');
    expect(lines.slice(1)).toMatchObject([{ msg: 'over: cannot claim hosts', failures: 100, seconds: 99 }]);
  });

  it('logs a fault of the database once, whatever fails by it', () => {
    const { report, over, pass, lines } = createLog();
    report('cannot claim hosts', down);
    report('cannot renew leases', down);
    report('cannot claim hosts', down);
    pass(MINUTE);
    over('cannot claim hosts');
    expect(lines).toMatchObject([
      { level: LEVEL.warn, msg: 'database unavailable', fault: 'cannot claim hosts' },
    ]);
    over('cannot renew leases');
    expect(lines.at(-1)).toMatchObject({ msg: 'database available again', failures: 3 });
  });

  it('logs another fault of the same work', () => {
    const { report, messages } = createLog();
    report('cannot claim hosts', down);
    report('cannot claim hosts', new TypeError('a bug'));
    expect(messages()).toEqual(['database unavailable', 'cannot claim hosts']);
  });

  it('does not take a success between two failures for the end', () => {
    const { report, over, pass, messages } = createLog();
    for (let count = 0; count < 10; count += 1) {
      report('cannot claim hosts', down);
      pass(SECOND);
      over('cannot claim hosts');
    }
    expect(messages()).toEqual(['database unavailable']);
    pass(MINUTE);
    over('cannot claim hosts');
    expect(messages()).toEqual(['database unavailable', 'database available again']);
  });

  it('logs a fault again that begins again', () => {
    const { report, over, pass, messages } = createLog();
    report('clean-up failed', down);
    pass(MINUTE);
    over('clean-up failed');
    report('clean-up failed', down);
    expect(messages()).toEqual(['database unavailable', 'database available again', 'database unavailable']);
  });

  it('does not wait for the success of what is no longer tried', () => {
    const { report, over, pass, messages } = createLog();
    report('cannot claim hosts', down);
    report('tried once', down);
    pass(6 * MINUTE);
    over('cannot claim hosts');
    expect(messages()).toEqual(['database unavailable', 'database available again']);
  });

  it('logs a fault again that was not seen for long, though nobody said that it was over', () => {
    const { report, pass, messages } = createLog();
    report('tried seldom', new Error('a'));
    pass(6 * MINUTE);
    report('tried seldom', new Error('a'));
    expect(messages()).toEqual(['tried seldom', 'over: tried seldom', 'tried seldom']);
  });

  it('says nothing about successes without a failure', () => {
    const { over, lines } = createLog();
    over('cannot claim hosts');
    expect(lines).toEqual([]);
  });
});
