import { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-failure.js';

/** The steps of a pipeline. `isFramed`: the framing on the wire shows where the body ends. */
type Decoder = (isFramed: boolean) => Transform[];

// A missing trailer is common, and harmless where truncation on the wire is detected by its framing.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Decoder = (isFramed) => [createGunzip(isFramed ? lenient : {})];

const DECODERS = new Map<string, Decoder>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', () => [asZlib(), createInflate(lenient)]],
  ['br', () => [createBrotliDecompress()]],
]);

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** One for the page and one for the transfer; more is an attack. */
const MAX_ENCODINGS = 2;
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

/**
 * The decoders that undo the encodings of a body, last encoding first. An encoding we did not accept is usually a wrong
 * label on plain text, so such bytes pass unchanged.
 */
export function decodersOf(contentEncoding: string | undefined, isFramed: boolean): Transform[][] {
  const names = contentEncoding?.toLowerCase().split(',') ?? [];
  const decoders = names.map((name) => DECODERS.get(name.trim())).filter((decoder) => decoder !== undefined);
  if (decoders.length > MAX_ENCODINGS)
    throw new FetchError({ kind: 'undecodable', detail: `compressed more than ${MAX_ENCODINGS} times` });
  return decoders.reverse().map((decoder) => decoder(isFramed));
}

/** "deflate" means zlib in the standard and raw deflate on some servers; the first byte shows which. */
function asZlib(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isFirst && ((chunk[0] ?? 0) & 0x0f) !== 8) this.push(ZLIB_HEADER);
      isFirst = false;
      done(null, chunk);
    },
  });
}
