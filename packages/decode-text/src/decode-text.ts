import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { charsetHints, provenCharset } from './charset-hints.js';
import { detectCharset } from './detect-charset.js';

/** null when the bytes cannot be in this character set. */
type Decode = (bytes: Buffer) => string | null;

/** ISO-2022-JP switches to Japanese by these, and has only ASCII bytes. */
const JAPANESE_ESCAPES = ['\x1b$B', '\x1b$@'];

/**
 * Decodes bytes. What the bytes prove counts before any declaration: text in another character set is hardly
 * ever valid UTF-8 by accident. Of the rest, the first hint counts that can be true, and then what the text looks like.
 */
export function decodeText(bytes: Buffer, contentType: string | null): string {
  const proven = provenCharset(bytes);
  if (proven) return decoderOf(proven, false)?.(bytes) ?? '';
  const isHigh = !isAscii(bytes);
  if (isUtf8(bytes) && isHigh) return bytes.toString('utf8');
  if (!isHigh && JAPANESE_ESCAPES.some((sequence) => bytes.includes(sequence)))
    return decoderOf('iso-2022-jp', false)?.(bytes) ?? '';
  for (const label of charsetHints(bytes, contentType)) {
    const text = decoderOf(label.toLowerCase(), true)?.(bytes);
    if (typeof text === 'string') return text;
  }
  return undeclaredText(bytes);
}

/** No hint fits. Mostly it is UTF-8 that was cut or mixed; when there is more damage than text, it never was UTF-8. */
function undeclaredText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const sound = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  if (damaged <= sound) return text;
  const detected = detectCharset(bytes)?.toLowerCase() ?? 'windows-1252';
  return decoderOf(detected, false)?.(bytes) ?? iconv.decode(bytes, 'windows-1252');
}

function decoderOf(label: string, fatal: boolean): Decode | null {
  const decoder = webDecoder(label, fatal);
  // Node 20 reads the windows-1252 family (latin1 and ASCII belong to it) as if 0x80–0x9F were control characters.
  if (decoder && decoder.encoding !== 'windows-1252') return (bytes) => decoded(decoder, bytes);
  const name = decoder ? 'windows-1252' : label;
  return iconv.encodingExists(name) ? (bytes) => iconv.decode(bytes, name) : null;
}

function decoded(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function webDecoder(label: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return null;
  }
}
