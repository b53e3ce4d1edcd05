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
  ])('turns the code %s into %s', (code, kind) => {
    expect(fetchFailure(coded(code), 30).kind).toBe(kind);
    expect(fetchFailure(wrapped(coded(code)), 30).kind).toBe(kind);
  });

  it('reports the configured time when a timeout is among other errors', () => {
    const error = Object.assign(new AggregateError([coded('ENETUNREACH'), coded('ETIMEDOUT')]), {
      code: 'ENETUNREACH',
    });
    expect(fetchFailure(wrapped(error), 30)).toEqual({ kind: 'timeout', seconds: 30 });
  });

  it('names a refused address', () => {
    expect(fetchFailure(wrapped(BlockedAddressError.notPublic('inside.test', '10.0.0.1')), 30)).toEqual({
      kind: 'blocked_address',
      detail: 'inside.test (10.0.0.1) is not a public address',
    });
  });

  it('returns the failure that an error carries', () => {
    const fact = { kind: 'too_large', detail: 'too much' } as const;
    expect(fetchFailure(new FetchError(fact), 30)).toBe(fact);
  });

  it('removes credentials from a message', () => {
    const fact = fetchFailure(coded('ESTRANGE', 'no answer from https://me:secret@example.com/feed'), 30);
    expect(fact).toEqual({ kind: 'unknown', detail: 'no answer from https://example.com/feed' });
  });

  it.each([
    ['a mistake in our code', new TypeError('x is not a function')],
    ['a misused API', Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['no file descriptors left', coded('EMFILE')],
  ])('throws on %s', (_given, error) => {
    expect(() => fetchFailure(error, 30)).toThrow(error);
    expect(() => fetchFailure(wrapped(error), 30)).toThrow(error.message);
  });

  it('throws on an error without a code, unless it came from a request', () => {
    const error = new Error('who knows');
    expect(fetchFailure(wrapped(error), 30)).toEqual({ kind: 'unknown', detail: 'who knows' });
    expect(() => fetchFailure(error, 30)).toThrow(error);
  });
});
