import { cutText } from './describe-error.js';

/** In bytes, with the line break. */
export const MAX_LINE = 8192;
/** A longer line is not searched for secrets: its long texts are left out. */
const MAX_SEARCHED = 256 * 1024;

interface Limits {
  text: number;
  items: number;
  depth: number;
}

/** Tried in this order, until the line fits. */
const LIMITS: Limits[] = [
  { text: 2000, items: 50, depth: 8 },
  { text: 400, items: 10, depth: 6 },
  { text: 100, items: 3, depth: 4 },
];
const INDISPENSABLE = ['level', 'time', 'pid', 'hostname', 'name', 'msg'];

/** A line of at most 8 kB that is still JSON; `cut` is the length it had. */
export function shortenLine(line: string): string {
  if (line.length * 3 <= MAX_LINE) return line;
  const bytes = Buffer.byteLength(line);
  if (bytes <= MAX_LINE) return line;
  const all = parsed(line);
  const fields = { ...indispensable(all), ...all };
  for (const limits of LIMITS) {
    const shorter = toLine({ ...(shorten(fields, limits) as object), cut: bytes });
    if (Buffer.byteLength(shorter) <= MAX_LINE) return shorter;
  }
  return toLine({
    ...(shorten(indispensable(fields), { text: 300, items: 0, depth: 1 }) as object),
    cut: bytes,
  });
}

/** Half a secret could not be recognised any more, so nothing is cut before the search: long texts go as a whole. */
export function dropLongTexts(line: string): string {
  if (line.length <= MAX_SEARCHED) return line;
  const drop = (_key: string, value: unknown) =>
    typeof value === 'string' && value.length > MAX_LINE ? `[${value.length} characters]` : value;
  const shorter = toLine(JSON.parse(JSON.stringify(parsed(line), drop)));
  return shorter.length <= MAX_SEARCHED
    ? shorter
    : toLine(shorten(parsed(shorter), { text: 0, items: 0, depth: 1 }));
}

function shorten(value: unknown, { text, items, depth }: Limits): unknown {
  if (typeof value === 'string') return cutText(value, text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '[more]';
  const within = { text, items, depth: depth - 1 };
  if (Array.isArray(value)) {
    const rest = value.length - items;
    const kept = value.slice(0, items).map((item) => shorten(item, within));
    return rest > 0 ? [...kept, `[${rest} more]`] : kept;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, one]) => [cutText(key, 100), shorten(one, within)]),
  );
}

const indispensable = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => INDISPENSABLE.includes(key)));

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { msg: '[not JSON]' };
  }
}

const toLine = (fields: unknown) => `${JSON.stringify(fields)}\n`;
