import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RETRY, isRepeatable, NO_RETRY, retryDelay } from './retry.js';

const options = { retries: 4, baseDelayMs: 100, maxDelayMs: 500 };

describe('the wait before the next attempt', () => {
  it.each([
    { attempt: 1, random: 0, delay: 50 },
    { attempt: 1, random: 1, delay: 100 },
    { attempt: 2, random: 1, delay: 200 },
    { attempt: 3, random: 0.5, delay: 300 },
    { attempt: 4, random: 1, delay: 500 },
    { attempt: 5, random: 1, delay: null },
  ])('Given attempt $attempt and jitter $random, then it is $delay', ({ attempt, random, delay }) => {
    expect(retryDelay(options, attempt, null, () => random)).toBe(delay);
  });

  it.each([
    { asked: 50, delay: 100 },
    { asked: 400, delay: 400 },
    { asked: 500, delay: 500 },
    { asked: 501, delay: null },
  ])('Given a service that asks for $asked ms, then the wait is $delay', ({ asked, delay }) => {
    expect(retryDelay(options, 1, asked, () => 1)).toBe(delay);
  });

  it('Given retries switched off, then there is no second attempt', () => {
    expect(retryDelay(NO_RETRY, 1, null, () => 0)).toBeNull();
    expect(retryDelay(DEFAULT_RETRY, 1, null, () => 0)).toBe(125);
  });
});

describe('what may be repeated', () => {
  it.each([
    ['GET', {}, true],
    ['PUT', {}, true],
    ['PATCH', {}, true],
    ['DELETE', {}, true],
    ['POST', {}, false],
    ['POST', { 'idempotency-key': 'k' }, true],
    ['PATCH', { 'if-match': '"3"' }, false],
  ])('Given %s with %j, then it is %s', (method, headers: Record<string, string>, expected) => {
    expect(isRepeatable(method, new Headers(headers))).toBe(expected);
  });
});
