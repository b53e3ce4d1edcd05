import { describe, expect, it } from '@jest/globals';
import { BlockedAddressError } from './addresses/blocked-address-error.js';
import { FetchError, fetchFailure } from './fetch-failure.js';

const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
const wrapped = (cause: Error) => Object.assign(new Error(cause.message, { cause }), { code: 'ERR_WRAPPED' });

describe('fetchFailure', () => {
  it.each([
    ['ENOTFOUND', 'dns_not_found'],
    ['EAI_AGAIN', 'dns_trouble'],
    ['EAI_FAIL', 'dns_trouble'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'connection_reset'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['EPROTO', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['Z_DATA_ERROR', 'undecodable'],
    ['Z_BUF_ERROR', 'undecodable'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'undecodable'],
    ['HPE_INVALID_CONSTANT', 'undecodable'],
    ['HPE_HEADER_OVERFLOW', 'too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'too_large'],
    ['ESOMETHINGNEW', 'unknown'],
  ])('Given an error with the code %s, When it passes the door, Then the fact is %s', (code, kind) => {
    expect(fetchFailure(coded(code), 30).kind).toBe(kind);
    expect(fetchFailure(wrapped(coded(code)), 30).kind).toBe(kind);
  });

  it('Given a timeout among other errors, When they pass the door, Then it is a timeout with the configured time', () => {
    const error = Object.assign(new AggregateError([coded('ENETUNREACH'), coded('ETIMEDOUT')]), {
      code: 'ENETUNREACH',
    });
    expect(fetchFailure(wrapped(error), 30)).toEqual({ kind: 'timeout', seconds: 30 });
  });

  it('Given a refused address, When it passes the door, Then the fact says which', () => {
    expect(fetchFailure(wrapped(BlockedAddressError.notPublic('inside.test', '10.0.0.1')), 30)).toEqual({
      kind: 'blocked_address',
      detail: 'inside.test (10.0.0.1) is not a public address',
    });
  });

  it('Given a fault that carries its fact, When it passes the door, Then that is the fact', () => {
    const fact = { kind: 'too_large', detail: 'too much' } as const;
    expect(fetchFailure(new FetchError(fact), 30)).toBe(fact);
  });

  it('Given a message with credentials, When it passes the door, Then they stay outside', () => {
    const fact = fetchFailure(coded('ESTRANGE', 'no answer from https://me:secret@example.com/feed'), 30);
    expect(fact).toEqual({ kind: 'unknown', detail: 'no answer from https://example.com/feed' });
  });

  it.each([
    ['a mistake in our code', new TypeError('x is not a function')],
    ['a misused API', Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['no file descriptors left', coded('EMFILE')],
  ])('Given %s, When it comes to the door, Then it is thrown on', (_given, error) => {
    expect(() => fetchFailure(error, 30)).toThrow(error);
    expect(() => fetchFailure(wrapped(error), 30)).toThrow(error.message);
  });

  it('Given an error without a code, When it comes from a request, Then it is unknown, else it is thrown on', () => {
    const error = new Error('who knows');
    expect(fetchFailure(wrapped(error), 30)).toEqual({ kind: 'unknown', detail: 'who knows' });
    expect(() => fetchFailure(error, 30)).toThrow(error);
  });
});
