import { type Colour, paint } from './paint.js';
import { oneLine } from './table.js';

export type Detail = [name: string, value: string | number | boolean | null, colour?: Colour];

/** Names and values, one below the other; what has no value is left out. */
export function renderDetails(details: Detail[], colours: boolean): string {
  const known = details.filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...known.map(([name]) => name.length));
  return known
    .map(
      ([name, value, colour]) =>
        `${paint(name.padEnd(width), 'dim', colours)}  ${paint(oneLine(String(value)), colour ?? null, colours)}`,
    )
    .join('\n');
}
