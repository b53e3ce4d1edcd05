import { describe, expect, it } from '@jest/globals';
import { whyItDied } from './why-it-died.js';

describe('whyItDied', () => {
  it.each([
    ['SIGABRT', 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
    ['SIGABRT', 'FATAL ERROR: invalid array length Allocation failed - JavaScript heap out of memory'],
    ['SIGTRAP', '# Fatal process out of memory: Zone'],
    ['SIGABRT', "terminate called after throwing an instance of 'std::bad_alloc'"],
    ['SIGKILL', ''],
  ] as const)('calls the document too costly after %s with "%s"', (signal, lastWords) => {
    expect(whyItDied({ exitCode: null, signal, lastWords })).toMatchObject({
      kind: 'too_costly',
      limit: 'memory',
    });
  });

  it.each([
    [{ exitCode: null, signal: 'SIGSEGV', lastWords: '' }, 'ended by SIGSEGV'],
    [{ exitCode: 1, signal: null, lastWords: 'Error: no' }, 'exit code 1'],
  ] as const)('calls every other death a crash: %j', (death, detail) => {
    expect(whyItDied(death)).toEqual({ kind: 'crashed', detail, lastWords: death.lastWords });
  });
});
