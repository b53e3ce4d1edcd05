import { types } from 'node:util';
import type { ElapsedTime } from '@feedwarden/pacing';

/** Why no usable response came. */
export type FetchFailure = ({ kind: 'timeout' } & ElapsedTime) | { kind: FailureKind; detail: string };

type FailureKind =
  | 'dns_not_found'
  | 'dns_trouble'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'tls'
  | 'too_large'
  | 'undecodable'
  | 'blocked_address'
  | 'unknown';

/** Carries a failure found deep inside a request to the one place where errors become failures. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: { kind: FailureKind; detail: string };

  constructor(failure: { kind: FailureKind; detail: string }) {
    super(failure.detail);
    this.failure = failure;
  }
}

const TIMED_OUT = /^(ETIMEDOUT|ESOCKETTIMEDOUT)$/;
/** This machine ran out of something: the remote is not to blame. */
const EXHAUSTED = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS)$/;
const OUR_MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);
/** Libraries wrap errors in errors, and a host with several addresses fails once for each of them. */
const DEEPEST_CAUSE = 5;

/** Most specific first. */
const BY_CODE: { codes: RegExp; kind: FailureKind; detail: string }[] = [
  { codes: /^ENOTFOUND$/, kind: 'dns_not_found', detail: 'the host does not exist' },
  { codes: /^(EAI_|ESERVFAIL$|EREFUSED$)/, kind: 'dns_trouble', detail: 'the host could not be looked up' },
  {
    codes:
      /^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|PATH_LENGTH_)/,
    kind: 'tls',
    detail: 'the secure connection failed',
  },
  { codes: /^ECONNREFUSED$/, kind: 'connection_refused', detail: 'the connection was refused' },
  {
    codes: /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    kind: 'connection_reset',
    detail: 'the connection was cut off',
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    kind: 'unreachable',
    detail: 'the host cannot be reached',
  },
  {
    codes: /^HPE_(HEADER|CHUNK_EXTENSIONS)_OVERFLOW$/,
    kind: 'too_large',
    detail: 'the headers of the response are too large',
  },
  { codes: /^HPE_/, kind: 'undecodable', detail: 'the response is not HTTP' },
  {
    codes: /^(Z_|ERR__ERROR_|ERR_BROTLI_)/,
    kind: 'undecodable',
    detail: 'the body cannot be decompressed',
  },
];

/** Turns an error of got or Node into a failure. Our own mistakes are thrown on. */
export function fetchFailure(error: unknown, timeoutSeconds: number): FetchFailure {
  const root = rootCause(error);
  if (root instanceof FetchError) return root.failure;
  const codes = errorCodes(error);
  if (codes.includes('EBLOCKED')) return { kind: 'blocked_address', detail: messageOf(root) };
  if (codes.some((code) => EXHAUSTED.test(code))) throw error;
  // Before the network's codes: a timeout is often wrapped together with one of them.
  if (codes.some((code) => TIMED_OUT.test(code))) return { kind: 'timeout', seconds: timeoutSeconds };
  for (const row of BY_CODE) {
    const code = codes.find((one) => row.codes.test(one));
    if (code) return { kind: row.kind, detail: `${row.detail} (${code})` };
  }
  if (codes.length === 0 || !types.isNativeError(root) || OUR_MISTAKES.has(root.name)) throw root;
  return { kind: 'unknown', detail: messageOf(root) };
}

interface MaybeCoded {
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** The codes of an error, of its causes and of the errors it gathers. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  const { code, cause, errors } = error as MaybeCoded;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])].flatMap((one) =>
    errorCodes(one, depth + 1),
  );
  return typeof code === 'string' ? [code, ...inner] : inner;
}

function rootCause(error: unknown, depth = 0): unknown {
  const cause = types.isNativeError(error) && depth < DEEPEST_CAUSE ? error.cause : undefined;
  return types.isNativeError(cause) ? rootCause(cause, depth + 1) : error;
}

/** The message without the credentials of any URL in it. */
function messageOf(error: unknown): string {
  const message = types.isNativeError(error) ? error.message : String(error);
  return message.replace(/\/\/[^/\s@?#]*@/g, '//');
}
