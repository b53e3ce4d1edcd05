import { describe, expect, it } from '@jest/globals';
import { ApiError, ApiUnreachableError } from './api-error.js';

describe('the errors of the source client', () => {
  it.each([
    [
      'a reason behind the error',
      new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
      'connect ECONNREFUSED',
    ],
    ['an error alone', new Error('timed out'), 'timed out'],
    ['no error at all', 'a text', 'a text'],
  ])('Given %s, when source-manager is out of reach, then the message says why', (_given, cause, why) => {
    const error = new ApiUnreachableError(cause);
    expect(error.message).toBe(`source-manager cannot be reached: ${why}`);
    expect(error.cause).toBe(cause);
  });

  it('Given a problem without a detail, when it is an error, then the message has the status', () => {
    const problem = { type: 'about:blank', title: 'Conflict', status: 409 };
    expect(new ApiError(409, problem).message).toBe('source-manager answered 409');
  });
});
