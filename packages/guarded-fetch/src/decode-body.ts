import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';
import { FetchError, type FetchFailure, fetchFailure } from './fetch-failure.js';

/** A body as it was on the wire, and all it takes to decode it. */
export interface ReceivedBody {
  bytes: Buffer;
  /** The content encodings, in the order in which they were applied. */
  encoding: string | null;
  /** The framing on the wire shows where the body ends. */
  isFramed: boolean;
  limits: DecodingLimits;
}

export interface DecodingLimits {
  /** After each decoder. */
  maxBytes: number;
  /** How many times larger decoding may make a body. */
  maxRatio: number;
}

type Decoder = (bytes: Buffer, options: ZlibOptions & { isFramed: boolean }) => Buffer;

// A missing trailer is common, and harmless where truncation on the wire is detected by its framing.
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };

const gunzip: Decoder = (bytes, { isFramed, ...options }) =>
  gunzipSync(bytes, { ...options, ...(isFramed && LENIENT) });

const DECODERS = new Map<string, Decoder>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', (bytes, options) => inflate(bytes, { ...options, ...LENIENT })],
  [
    'br',
    (bytes, { maxOutputLength }) =>
      brotliDecompressSync(bytes, { ...(maxOutputLength && { maxOutputLength }) }),
  ],
]);

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** One for the page and one for the transfer; more is an attack. */
const MAX_ENCODINGS = 2;
/** A body below this share of the allowed size is harmless, however well it was compressed. */
const HARMLESS_SHARE = 0.1;

/**
 * The content of a body, or why it cannot be decoded. An encoding we did not accept is usually a wrong label on plain
 * text, so such bytes pass unchanged.
 */
export function decodeBody(body: ReceivedBody): Buffer | FetchFailure {
  try {
    return decoded(body);
  } catch (error) {
    return fetchFailure(error, 0);
  }
}

function decoded({ bytes, encoding, isFramed, limits }: ReceivedBody): Buffer {
  const names = encoding?.toLowerCase().split(',') ?? [];
  const decoders = names.map((name) => DECODERS.get(name.trim())).filter((decoder) => decoder !== undefined);
  if (decoders.length > MAX_ENCODINGS)
    throw new FetchError({ kind: 'undecodable', detail: `compressed more than ${MAX_ENCODINGS} times` });
  const harmless = limits.maxBytes * HARMLESS_SHARE;
  const maxOutputLength = Math.floor(
    Math.min(limits.maxBytes, Math.max(bytes.length * limits.maxRatio, harmless)),
  );
  const apply = (rest: Buffer, decode: Decoder, isWhole = isFramed) => {
    // An empty body is empty in every encoding, but some decoders call it truncated.
    if (rest.length === 0) return rest;
    try {
      return decode(rest, { isFramed: isWhole, maxOutputLength });
    } catch (error) {
      throw isTooMuch(error) ? tooLarge(maxOutputLength, limits) : error;
    }
  };
  const body = decoders.reduceRight((rest, decode) => apply(rest, decode), bytes);
  return isGzip(body) ? apply(body, gunzip, true) : body;
}

/** Some servers send compressed files as they are, without the header that says so. */
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b && body[2] === 8;

/** "deflate" means zlib in the standard and raw deflate on some servers; the first byte shows which. */
function inflate(bytes: Buffer, options: ZlibOptions): Buffer {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8;
  return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}

function isTooMuch(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLarge(reached: number, { maxBytes, maxRatio }: DecodingLimits): FetchError {
  const detail =
    reached >= maxBytes
      ? `the response is larger than ${maxBytes} bytes`
      : `the response is more than ${maxRatio} times larger than what was sent`;
  return new FetchError({ kind: 'too_large', detail });
}
