import { describe, expect, it } from '@jest/globals';
import type { FailureFact } from './classify-failure.js';
import { classifyFailure } from './classify-failure.js';

const URL = 'https://news.example/feed';

type ObservedKind = Exclude<FailureFact['kind'], 'status' | 'timeout'>;
type Expected = readonly [type: string, level: string, failureType: string];

/** A new kind of fact does not compile until it has a row here too. */
const BY_KIND: Record<ObservedKind, Expected> = {
  dns_not_found: ['network', 'warn', 'permanent'],
  dns_trouble: ['network', 'warn', 'transient'],
  connection_refused: ['network', 'warn', 'transient'],
  connection_reset: ['network', 'warn', 'transient'],
  unreachable: ['network', 'warn', 'transient'],
  tls: ['network', 'warn', 'transient'],
  not_a_feed: ['parse_error', 'warn', 'transient'],
  malformed: ['parse_error', 'warn', 'transient'],
  no_links: ['parse_error', 'warn', 'transient'],
  too_large: ['parse_error', 'warn', 'transient'],
  undecodable: ['parse_error', 'warn', 'transient'],
  too_costly: ['parse_error', 'warn', 'transient'],
  reader_crashed: ['parse_error', 'warn', 'transient'],
  invalid_url: ['parse_error', 'warn', 'transient'],
  robots_disallowed: ['forbidden', 'warn', 'permanent'],
  robots_unavailable: ['upstream_failure', 'warn', 'transient'],
  too_many_redirects: ['unexpected', 'error', 'transient'],
  blocked_address: ['unexpected', 'error', 'transient'],
  unknown: ['unexpected', 'error', 'transient'],
};

describe('classifyFailure', () => {
  it('says what a status means where that is known', () => {
    const fact = {
      kind: 'status',
      status: 404,
      retryAfterAt: null,
      detail: 'X has suspended the account',
    } as const;
    expect(classifyFailure(fact, URL)).toMatchObject({
      type: 'not_found',
      code: 'http_404',
      message: 'X has suspended the account (HTTP 404)',
    });
  });

  it.each([
    [301, 'unexpected', 'error', 'transient'],
    [304, 'unexpected', 'error', 'transient'],
    [400, 'unexpected', 'error', 'transient'],
    [401, 'unexpected', 'error', 'permanent'],
    [402, 'unexpected', 'error', 'transient'],
    [403, 'forbidden', 'warn', 'permanent'],
    [404, 'not_found', 'warn', 'permanent'],
    [405, 'unexpected', 'error', 'transient'],
    [408, 'unexpected', 'error', 'transient'],
    [410, 'gone', 'warn', 'permanent'],
    [418, 'unexpected', 'error', 'transient'],
    [428, 'unexpected', 'error', 'transient'],
    [429, 'rate_limited', 'warn', 'transient'],
    [451, 'unexpected', 'error', 'transient'],
    [499, 'unexpected', 'error', 'transient'],
    [500, 'upstream_failure', 'warn', 'transient'],
    [503, 'upstream_failure', 'warn', 'transient'],
    [599, 'upstream_failure', 'warn', 'transient'],
    [600, 'unexpected', 'error', 'transient'],
  ] as const)('classifies HTTP %i as %s, %s, %s', (status, type, level, failureType) => {
    expect(classifyFailure({ kind: 'status', status, retryAfterAt: null }, URL)).toEqual({
      type,
      level,
      failureType,
      code: `http_${status}`,
      statusCode: status,
      url: URL,
      message: `HTTP ${status}`,
      retryAfterAt: null,
    });
  });

  it.each(Object.entries(BY_KIND) as [ObservedKind, Expected][])(
    'classifies %s as %j',
    (kind, [type, level, failureType]) => {
      expect(classifyFailure({ kind, detail: 'what was seen' }, URL)).toEqual({
        type,
        level,
        failureType,
        code: kind,
        statusCode: 0,
        url: URL,
        message: 'what was seen',
        retryAfterAt: null,
      });
    },
  );

  it.each([5, 30])('names the limit of %i s in the message of a timeout', (seconds) => {
    const fact: FailureFact = { kind: 'timeout', seconds };
    expect(classifyFailure(fact, URL)).toEqual({
      type: 'network',
      level: 'warn',
      failureType: 'transient',
      code: 'timeout',
      statusCode: 0,
      url: URL,
      message: `timeout after ${seconds}s`,
      retryAfterAt: null,
    });
  });

  it('names what it waited for, given a limit on a part of the request', () => {
    const fact: FailureFact = { kind: 'timeout', seconds: 10, waitingFor: 'headers' };
    expect(classifyFailure(fact, URL).message).toBe('timeout after 10s waiting for headers');
  });

  it.each([429, 503, 418])('keeps the Retry-After of a %i', (status) => {
    const retryAfterAt = new Date('2026-03-01T12:00:00Z');
    expect(classifyFailure({ kind: 'status', status, retryAfterAt }, URL).retryAfterAt).toEqual(retryAfterAt);
  });
});
