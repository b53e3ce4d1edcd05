import { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RemoteFault } from './remote-fault.js';

/** As steps of a pipeline. `isFramed`: the wire says where the body ends. */
type Decoder = (isFramed: boolean) => Transform[];

// A missing trailer is common and harmless where what was cut off on the wire is noticed there.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Decoder = (isFramed) => [createGunzip(isFramed ? lenient : {})];

const DECODERS = new Map<string, Decoder>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', () => [asZlib(), createInflate(lenient)]],
  ['br', () => [createBrotliDecompress()]],
]);

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** Nobody means more: one for the page and one for the way. */
const MAX_ENCODINGS = 2;
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

/**
 * The steps that undo the encodings of a body, last one first, each as the steps of one decoder. An encoding nobody
 * asked for is usually a mistaken label on plain text, so the bytes pass as they are.
 */
export function decodersOf(contentEncoding: string | undefined, isFramed: boolean): Transform[][] {
  const names = contentEncoding?.toLowerCase().split(',') ?? [];
  const decoders = names.map((name) => DECODERS.get(name.trim())).filter((decoder) => decoder !== undefined);
  if (decoders.length > MAX_ENCODINGS)
    throw new RemoteFault({ kind: 'undecodable', detail: `compressed more than ${MAX_ENCODINGS} times` });
  return decoders.reverse().map((decoder) => decoder(isFramed));
}

/** "deflate" means zlib in the standard and raw deflate on some servers; the first byte tells. */
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
