import stringWidth from 'string-width';

/**
 * What others wrote, on one line: it must not move the cursor, colour the screen or turn the writing direction round.
 * The joiners and tags that emoji and some scripts are made of stay.
 */
export function oneLine(text: string | number | boolean | null): string {
  return String(text ?? '–')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** In cells of a terminal: East Asian letters and emoji take two, combining marks none. */
export const displayWidth = (text: string): number => stringWidth(text);

const segmenter = new Intl.Segmenter();

/** At most `width` cells: cut between the characters that a person sees. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += displayWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

const UNITS: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/** "3h ago", "in 2d": near enough for a person. */
export function ago(iso: string | null, now: Date): string | null {
  if (iso === null) return null;
  const seconds = Math.round((now.getTime() - Date.parse(iso)) / 1000);
  const text = span(Math.abs(seconds));
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

/** "90s" is "1m". */
export function span(seconds: number): string {
  const [name, size] = UNITS.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / size)}${name}`;
}

/** "1 source", "2 sources". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
