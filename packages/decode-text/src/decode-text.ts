import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { charsetHints, provenCharset } from './charset-hints.js';

/** null when the bytes cannot be in this character set. */
type Decode = (bytes: Buffer) => string | null;

/**
 * Decodes bytes. What the bytes prove counts before any declaration: text in another character set is hardly
 * ever valid UTF-8 by accident. Of the rest, the first hint counts that can be true.
 */
export function decodeText(bytes: Buffer, contentType: string | null): string {
  const proven = provenCharset(bytes);
  if (proven) return decoderOf(proven, false)?.(bytes) ?? '';
  const hints = charsetHints(bytes, contentType);
  if (isUtf8(bytes) && hasHighByte(bytes)) return bytes.toString('utf8');
  for (const label of hints) {
    const text = decoderOf(label.toLowerCase(), true)?.(bytes);
    if (typeof text === 'string') return text;
  }
  return damagedText(bytes);
}

/** No hint fits. Mostly it is UTF-8 that was cut or mixed; when there is more damage than text, it never was UTF-8. */
function damagedText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const sound = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  return damaged > sound ? iconv.decode(bytes, 'windows-1252') : text;
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

function hasHighByte(bytes: Buffer): boolean {
  return bytes.some((byte) => byte > 0x7f);
}
