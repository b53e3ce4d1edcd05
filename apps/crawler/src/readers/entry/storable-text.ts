import iconv from 'iconv-lite';

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Text that can be stored. PostgreSQL refuses NUL, UTF-8 cannot encode half a surrogate pair, and
 * the control characters from 0x80 on are the quotes and dashes of windows-1252 under a wrong name.
 */
export function storable(text: string): string {
  return text.replace(CONTROL, readable).replace(/\p{Surrogate}/gu, '\uFFFD');
}

function readable(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x0b || code === 0x0c) return ' ';
  return code < 0x80 ? '' : iconv.decode(Buffer.from([code]), 'windows-1252').replace(/\p{Cc}/u, '');
}
