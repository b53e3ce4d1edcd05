import { type Colour, paint } from './paint.js';

export interface Column<Row> {
  title: string;
  text: (row: Row) => string | number | null;
  colour?: (row: Row) => Colour | null;
  /** Never cut: an id that is cut is none. */
  fixed?: boolean;
}

export interface TableLook {
  width: number;
  colours: boolean;
}

const GAP = '  ';
const NARROWEST = 8;

/** Aligned columns within the width of the terminal: the widest that may be cut is cut first. */
export function renderTable<Row>(columns: Column<Row>[], rows: Row[], { width, colours }: TableLook): string {
  const cells = rows.map((row) => columns.map(({ text }) => oneLine(text(row))));
  const wanted = columns.map(({ title }, at) =>
    cells.reduce((widest, row) => Math.max(widest, displayWidth(row[at] ?? '')), title.length),
  );
  const widths = shrinkToFit(wanted, columns, width - GAP.length * (columns.length - 1));
  const line = (texts: string[], colourOf: (at: number) => Colour | null) =>
    texts
      .map((text, at) => paint(padded(text, widths[at] ?? 0), colourOf(at), colours))
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ title }) => title.toUpperCase()),
    () => 'bold',
  );
  const body = rows.map((row, index) => line(cells[index] ?? [], (at) => columns[at]?.colour?.(row) ?? null));
  return [head, ...body].join('\n');
}

function shrinkToFit<Row>(wanted: number[], columns: Column<Row>[], room: number): number[] {
  const widths = [...wanted];
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const cuttable = widths.map((width, at) => (columns[at]?.fixed || width <= NARROWEST ? 0 : width));
    const widest = Math.max(...cuttable);
    if (widest === 0) break;
    const at = cuttable.indexOf(widest);
    widths[at] = widest - 1;
  }
  return widths;
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** What strangers wrote must not move the cursor or colour the screen. */
export function oneLine(text: string | number | null): string {
  return String(text ?? '–')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
}

function padded(text: string, width: number): string {
  if (displayWidth(text) <= width) return text + ' '.repeat(width - displayWidth(text));
  let cut = '';
  for (const character of text) {
    if (displayWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…${' '.repeat(width - 1 - displayWidth(cut))}`;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}]/u;

/** In cells of a terminal: letters of East Asia and pictures take two, marks on letters none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mn}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
