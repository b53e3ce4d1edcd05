import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RETRY, isRepeatable, NO_RETRY, retryDelay } from './retry.js';

const options = { retries: 4, baseDelayMs: 100, maxDelayMs: 500 };

describe('retryDelay', () => {
  it.each([
    { attempt: 1, random: 0, delay: 50 },
    { attempt: 1, random: 1, delay: 100 },
    { attempt: 2, random: 1, delay: 200 },
    { attempt: 3, random: 0.5, delay: 300 },
    { attempt: 4, random: 1, delay: 500 },
    { attempt: 5, random: 1, delay: null },
  ])('is $delay after attempt $attempt, with a jitter of $random', ({ attempt, random, delay }) => {
    expect(retryDelay(options, attempt, null, () => random)).toBe(delay);
  });

  it.each([
    { asked: 50, delay: 100 },
    { asked: 400, delay: 400 },
    { asked: 500, delay: 500 },
    { asked: 501, delay: null },
  ])('is $delay when the service asks for $asked ms', ({ asked, delay }) => {
    expect(retryDelay(options, 1, asked, () => 1)).toBe(delay);
  });

  it('is null when retries are off', () => {
    expect(retryDelay(NO_RETRY, 1, null, () => 0)).toBeNull();
    expect(retryDelay(DEFAULT_RETRY, 1, null, () => 0)).toBe(125);
  });
});

describe('isRepeatable', () => {
  it.each([
    ['GET', {}, true],
    ['PUT', {}, true],
    ['PATCH', {}, true],
    ['DELETE', {}, true],
    ['POST', {}, false],
    ['POST', { 'idempotency-key': 'k' }, true],
    ['PATCH', { 'if-match': '"3"' }, false],
  ])('of %s with %j is %s', (method, headers: Record<string, string>, expected) => {
    expect(isRepeatable(method, new Headers(headers))).toBe(expected);
  });
});
