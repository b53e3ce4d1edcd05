import { types } from 'node:util';
import type { FailureFact } from '@feedwarden/feed-health';
import { errorCodes, rootCause } from './error-codes.js';
import { hideCredentials } from './hide-credentials.js';
import { RemoteFault } from './remote-fault.js';

type DetailedKind = Extract<FailureFact, { detail: string }>['kind'];

const TIMED_OUT = /^(ETIMEDOUT|ESOCKETTIMEDOUT)$/;
/** This machine ran out of something: no fault of the remote, whatever it was asked for. */
const EXHAUSTED = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS)$/;
const OUR_MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

/** Most specific first. */
const BY_CODE: { codes: RegExp; kind: DetailedKind; detail: string }[] = [
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
    detail: 'the headers of the answer are too large',
  },
  { codes: /^HPE_/, kind: 'undecodable', detail: 'the answer is not HTTP' },
  {
    codes: /^(Z_|ERR__ERROR_|ERR_BROTLI_)/,
    kind: 'undecodable',
    detail: 'the body cannot be decompressed',
  },
];

/** The one door where errors of got and Node become facts. Our own mistakes do not pass: they are thrown on. */
export function fetchFault(error: unknown, timeoutSeconds: number): FailureFact {
  const root = rootCause(error);
  if (root instanceof RemoteFault) return root.fact;
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

function messageOf(error: unknown): string {
  return hideCredentials(types.isNativeError(error) ? error.message : String(error));
}
