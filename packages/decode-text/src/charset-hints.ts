/** Declarations stand at the start of a document or nowhere. */
const HEAD_BYTES = 1024;

const BYTE_ORDER_MARKS: { bytes: number[]; charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe, 0, 0], charset: 'utf-32le' },
  { bytes: [0, 0, 0xfe, 0xff], charset: 'utf-32be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
];
/** Four bytes first: half of a UTF-32 character looks like one of UTF-16. */
const WIDE_UNITS: { charset: string; width: number; unitAt: (bytes: Buffer, at: number) => number }[] = [
  { charset: 'utf-32le', width: 4, unitAt: (bytes, at) => bytes.readUInt32LE(at) },
  { charset: 'utf-32be', width: 4, unitAt: (bytes, at) => bytes.readUInt32BE(at) },
  { charset: 'utf-16le', width: 2, unitAt: (bytes, at) => bytes.readUInt16LE(at) },
  { charset: 'utf-16be', width: 2, unitAt: (bytes, at) => bytes.readUInt16BE(at) },
];
const BLANKS = new Set([...' \t\r\n'].map((blank) => blank.charCodeAt(0)));
const STARTS = new Set([...'<{['].map((start) => start.charCodeAt(0)));
/** The defaults of server configurations, sent for any file. */
const SERVER_DEFAULT = /^(iso-?8859-1|latin-?1|us-ascii|ascii)$/i;

/** What the first bytes prove. */
export function provenCharset(bytes: Buffer): string | null {
  const mark = BYTE_ORDER_MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  return mark?.charset ?? WIDE_UNITS.find((one) => startsInUnits(bytes, one))?.charset ?? null;
}

/** Whether a document begins in units of this width, maybe behind white space. */
function startsInUnits(bytes: Buffer, { width, unitAt }: (typeof WIDE_UNITS)[number]): boolean {
  const end = Math.min(bytes.length, HEAD_BYTES) - width;
  for (let at = 0; at <= end; at += width) {
    const unit = unitAt(bytes, at);
    if (STARTS.has(unit)) return true;
    if (!BLANKS.has(unit)) return false;
  }
  return false;
}

/** What a document says its character set is, most trustworthy first. */
export function charsetHints(bytes: Buffer, contentType: string | null): string[] {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const header = charsetOfHeader(contentType);
  const declared = [charsetOfProlog(head), charsetOfMeta(head)];
  const hints = header && SERVER_DEFAULT.test(header) ? [...declared, header] : [header, ...declared];
  return hints.filter((hint) => hint !== undefined).map(readableAsAscii);
}

function charsetOfHeader(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1];
}

function charsetOfProlog(head: string): string | undefined {
  return /<\?xml[^>]*?\sencoding\s*=\s*["']\s*([^"']+?)\s*["']/i.exec(head)?.[1];
}

function charsetOfMeta(head: string): string | undefined {
  if (!/<!doctype html|<html|<head/i.test(head)) return undefined;
  return /<meta\s[^>]*?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1];
}

/** A text that starts without the zero bytes of UTF-16 is not UTF-16, whatever is declared. */
function readableAsAscii(label: string): string {
  return /^(utf-?16|utf-?32|ucs-?[24]|unicode)/i.test(label) ? 'utf-8' : label;
}
