import { createRequire } from 'node:module';
import type { chardet } from 'jschardet';

/** The character sets of the web before UTF-8. The detector knows rarer ones, and takes short texts for them. */
const CANDIDATES = [
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'shift_jis',
  'koi8-r',
  'koi8-u',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'ibm866',
];
/** More text tells nothing new, and takes longer. */
const SAMPLE_BYTES = 16 * 1024;
/** The ASCII around other bytes that is given to the detector with them. */
const CONTEXT_BYTES = 100;

/** Its models take 50 MB and 0.2 s to load, and few documents need them. */
const loadDetector = createRequire(import.meta.url);
let detector: typeof chardet | null = null;

/** The character set that undeclared text seems to be in; null when it seems to be in none. */
export function detectCharset(bytes: Buffer): string | null {
  detector ??= (loadDetector('jschardet') as { chardet: typeof chardet }).chardet;
  const sample = sampleOf(bytes);
  const { encoding } = detector.detect(sample, { includeEncodings: CANDIDATES });
  return encoding && OTHER_LATIN.test(encoding) && hasFewLetters(sample) ? 'windows-1252' : encoding;
}

/** Two or three letters fit every Latin alphabet; most such texts are in western languages. */
const OTHER_LATIN = /^(windows-125[0478]|iso-8859-2)$/i;
const ENOUGH_LETTERS = 4;
const hasFewLetters = (sample: Buffer) => sample.filter((byte) => byte >= 0xa0).length < ENOUGH_LETTERS;

/** The first bytes that are not ASCII, and what stands around them: long stretches of markup tell nothing. */
function sampleOf(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  let copied = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const piece = bytes.subarray(Math.max(copied, at - CONTEXT_BYTES), at + CONTEXT_BYTES);
    pieces.push(piece);
    length += piece.length;
    copied = at + CONTEXT_BYTES;
    at = copied - 1;
  }
  return Buffer.concat(pieces).subarray(0, SAMPLE_BYTES);
}
