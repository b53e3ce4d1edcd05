import { describe, expect, it } from '@jest/globals';
import { ApiError, ApiUnreachableError } from './api-error.js';

describe('ApiUnreachableError', () => {
  it.each([
    [
      'a reason behind the error',
      new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
      'connect ECONNREFUSED',
    ],
    ['an error alone', new Error('timed out'), 'timed out'],
    ['something else than an error', 'a text', 'a text'],
  ])('says why, given %s', (_given, cause, why) => {
    const error = new ApiUnreachableError(cause);
    expect(error.message).toBe(`source-manager cannot be reached: ${why}`);
    expect(error.cause).toBe(cause);
  });
});

describe('ApiError', () => {
  it('says the status, given a problem without a detail', () => {
    const problem = { type: 'about:blank', title: 'Conflict', status: 409 };
    expect(new ApiError(409, problem).message).toBe('source-manager answered 409');
  });
});
