import type { SourceStatus } from '@feedwarden/contracts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Colour = keyof typeof CODES;

export function paint(text: string, colour: Colour | null, colours: boolean): string {
  return colours && colour ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;
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
