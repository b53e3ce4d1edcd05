import iconv from 'iconv-lite';

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** The same, and fast. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HAS_CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/**
 * Text that can be stored. PostgreSQL refuses NUL, UTF-8 cannot encode half a surrogate pair, and
 * the control characters from 0x80 on are the quotes and dashes of windows-1252 under a wrong name.
 */
export function storable(text: string): string {
  if (!HAS_CONTROL.test(text) && text.isWellFormed()) return text;
  return text.replace(CONTROL, readable).replace(/\p{Surrogate}/gu, '\uFFFD');
}

function readable(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x0b || code === 0x0c) return ' ';
  return code < 0x80 ? '' : iconv.decode(Buffer.from([code]), 'windows-1252').replace(/\p{Cc}/u, '');
}
