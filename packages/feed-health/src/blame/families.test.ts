import { describe, expect, it } from '@jest/globals';
import { classifyFailure, type FailureFact } from '../classify-failure.js';
import { type FailureFamily, familyOf, isDenial, isTransport } from './families.js';

const status = (code: number): FailureFact => ({ kind: 'status', status: code, retryAfterAt: null });
const observed = (kind: Exclude<FailureFact['kind'], 'status' | 'timeout'>): FailureFact => ({
  kind,
  detail: '',
});
const errorOf = (fact: FailureFact) => classifyFailure(fact, 'https://news.example/feed');

describe('the family of a failure', () => {
  it.each<[FailureFact, FailureFamily | null]>([
    [status(500), 'down'],
    [status(503), 'down'],
    [observed('connection_refused'), 'down'],
    [observed('tls'), 'down'],
    [{ kind: 'timeout', seconds: 30 }, 'down'],
    [observed('robots_unavailable'), 'down'],
    [observed('dns_not_found'), 'dns'],
    [observed('dns_trouble'), 'dns'],
    [status(404), 'missing'],
    [status(410), 'missing'],
    [status(401), 'denied'],
    [status(402), 'denied'],
    [status(403), 'denied'],
    [status(451), 'denied'],
    [status(429), 'limited'],
    [observed('not_a_feed'), 'garbled'],
    [observed('malformed'), 'garbled'],
    [observed('too_large'), null],
    [observed('no_links'), null],
    [observed('reader_crashed'), null],
    [observed('invalid_url'), null],
    [observed('robots_disallowed'), null],
    [observed('blocked_address'), null],
    [status(418), null],
  ])('of %j is %s', (fact, family) => {
    expect(familyOf(errorOf(fact))).toBe(family);
  });

  it('is a denial when the host responded and refuses us', () => {
    const denials = [401, 403, 404, 429, 451, 503].filter((code) => isDenial(errorOf(status(code))));
    expect(denials).toEqual([401, 403, 429, 451]);
  });

  it('is one of transport when there was no response', () => {
    expect(isTransport(errorOf(observed('dns_trouble')))).toBe(true);
    expect(isTransport(errorOf(observed('connection_reset')))).toBe(true);
    expect(isTransport(errorOf(status(503)))).toBe(false);
    expect(isTransport(errorOf(observed('robots_unavailable')))).toBe(false);
  });
});
