import { type Colour, paint } from './paint.js';
import { cutTo, displayWidth, oneLine } from './text.js';

export interface Column<Row> {
  title: string;
  text: (row: Row) => string | number | null;
  colour?: (row: Row) => Colour | null;
  /** Never cut: an id that is cut is useless. */
  fixed?: boolean;
  /** How narrow it may be cut before other columns are left out. */
  least?: number;
  /** Left out when the terminal is too narrow for all columns: the highest number first. */
  dropFirst?: number;
}

/** What a person's terminal can show. */
export interface Look {
  width: number;
  colours: boolean;
}

const GAP = '  ';
const NARROWEST = 8;

/** Aligned columns within the width of the terminal: what does not fit is cut, widest column first, or left out. */
export function renderTable<Row>(columns: Column<Row>[], rows: Row[], { width, colours }: Look): string {
  const measured = columns.map((column) => {
    const cells = rows.map((row) => oneLine(column.text(row)));
    const wanted = cells.reduce((most, cell) => Math.max(most, displayWidth(cell)), column.title.length);
    return {
      column,
      cells,
      width: wanted,
      least: column.fixed ? wanted : Math.min(wanted, column.least ?? NARROWEST),
    };
  });
  const shown = dropUntilItFits(measured, width);
  shrinkToFit(shown, width);
  const line = (cellOf: (column: Measured<Row>) => [text: string, colour: Colour | null]) =>
    shown
      .map((column) => {
        const [text, colour] = cellOf(column);
        const cut = cutTo(text, column.width);
        return paint(cut, colour, colours) + ' '.repeat(column.width - displayWidth(cut));
      })
      .join(GAP)
      .trimEnd();
  return [
    line(({ column }) => [column.title.toUpperCase(), 'bold']),
    ...rows.map((row, index) =>
      line(({ column, cells }) => [cells[index] ?? '', column.colour?.(row) ?? null]),
    ),
  ].join('\n');
}

interface Measured<Row> {
  column: Column<Row>;
  cells: string[];
  width: number;
  least: number;
}

const gaps = (columns: unknown[]) => GAP.length * (columns.length - 1);
const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

function dropUntilItFits<Row>(columns: Measured<Row>[], room: number): Measured<Row>[] {
  if (total(columns.map(({ least }) => least)) + gaps(columns) <= room) return columns;
  const [first] = columns
    .filter(({ column }) => column.dropFirst !== undefined)
    .sort((a, b) => (b.column.dropFirst ?? 0) - (a.column.dropFirst ?? 0));
  return first
    ? dropUntilItFits(
        columns.filter((column) => column !== first),
        room,
      )
    : columns;
}

function shrinkToFit<Row>(columns: Measured<Row>[], room: number): void {
  for (
    let excess = total(columns.map(({ width }) => width)) + gaps(columns) - room;
    excess > 0;
    excess -= 1
  ) {
    const widest = columns
      .filter(({ width, least }) => width > least)
      .reduce<Measured<Row> | null>((most, one) => (most && most.width >= one.width ? most : one), null);
    if (!widest) return;
    widest.width -= 1;
  }
}

export type Detail = [name: string, value: string | number | boolean | null, colour?: Colour];

/** Names and values, one below the other; what has no value is left out. */
export function renderDetails(details: Detail[], { colours }: Pick<Look, 'colours'>): string {
  const known = details.filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...known.map(([name]) => name.length));
  return known
    .map(([name, value, colour]) => {
      const text = paint(oneLine(value), colour ?? null, colours);
      return `${paint(name.padEnd(width), 'dim', colours)}  ${text}`;
    })
    .join('\n');
}
