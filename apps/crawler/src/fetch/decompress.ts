import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { RemoteFault } from './remote-fault.js';

type Decoder = (bytes: Buffer, maxBytes: number) => Promise<Buffer>;

// A missing trailer is common and harmless: what was cut off on the wire is noticed there.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const ungzip: Decoder = (bytes, maxOutputLength) => promisify(gunzip)(bytes, { ...lenient, maxOutputLength });

const DECODERS: Record<string, Decoder> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  // "deflate" means zlib in the standard and raw deflate on some servers; the first byte tells.
  deflate: (bytes, maxOutputLength) => {
    const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8;
    return promisify(isZlib ? inflate : inflateRaw)(bytes, { ...lenient, maxOutputLength });
  },
  br: (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength }),
};

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** An encoding nobody asked for is usually a mistaken label on plain text, so the bytes pass as they are. */
export async function decompress(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (!decode || bytes.length === 0) return bytes;
  try {
    return await decode(bytes, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw error;
  }
}

export function tooLarge(maxBytes: number): RemoteFault {
  return new RemoteFault({ kind: 'too_large', detail: `the answer is larger than ${maxBytes} bytes` });
}
