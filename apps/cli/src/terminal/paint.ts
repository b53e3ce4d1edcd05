import type { SourceStatus } from '@feedwarden/contracts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Colour = keyof typeof CODES;

export function paint(text: string, colour: Colour | null, colours: boolean): string {
  return colours && colour ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;
}

/** Whatever the text is made of, a terminal only ever gets line breaks and these colours. */
export function onlyColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
  return text.replace(/\x1b\[(?:0|1|2|31|32|33)m|[^\P{Cc}\n]/gu, (match) => (match.length > 1 ? match : ''));
}

export const STATUS_COLOURS = {
  healthy: 'green',
  failing: 'yellow',
  cooling_down: 'red',
  probing: 'yellow',
  quarantined: 'red',
  disabled: 'dim',
  no_feed: 'dim',
} satisfies Record<SourceStatus, Colour>;
