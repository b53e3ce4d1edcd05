import { readFileSync, writeFileSync } from 'node:fs';
import type { Mode } from '../subjects/subject.js';
import type { Summary } from './summary.js';

export const PLOT_HELP = `
pnpm bench plot RESULTS.json PLOT.svg: draws what --json has written
`;

const TITLE = 'CPU seconds for 1,000 feeds (shorter is better), and feeds per second';
const WIDTH = 760;
const [LABELS, VALUES] = [170, 190];
const [BAR, GAP, BETWEEN_MODES, TOP, BOTTOM] = [16, 4, 22, 48, 34];
/** The parts of a bar, by process, in this order; others follow in the last colour. */
const COLOURS: Record<string, string> = { crawler: '#2f6f9f', loop: '#a0522d', PostgreSQL: '#8a9a5b' };
const OTHER_COLOUR = '#9a9a9a';

/** The command `plot`. */
export async function benchPlot(args: string[], print: (text: string) => void): Promise<void> {
  const [results, plot] = args;
  if (!results || !plot) throw new Error(`two files are needed\n${PLOT_HELP}`);
  const { summaries } = JSON.parse(readFileSync(results, 'utf8')) as { summaries: Summary[] };
  writeFileSync(plot, asPlot(summaries));
  print(`${plot} is written`);
}

/** A group of bars for each mode: the CPU seconds of each process, and beside them how many feeds came in a second. */
export function asPlot(summaries: readonly Summary[]): string {
  const compared = summaries.filter(({ subject }) => !subject.endsWith(' only'));
  const modes = [...new Set(compared.map(({ mode }) => mode))];
  const longest = Math.max(...compared.map(({ median }) => median.cpuPerThousand.all ?? 0));
  const scale = (WIDTH - LABELS - VALUES) / longest;
  const shapes: string[] = [];
  let y = TOP;
  for (const mode of modes) {
    const group = compared.filter((one) => one.mode === mode);
    shapes.push(text(8, y + BAR - 4, mode, 'font-weight="bold"'));
    for (const summary of group) {
      shapes.push(
        text(LABELS - 6, y + BAR - 4, summary.subject, 'text-anchor="end"'),
        ...bar(summary, y, scale),
      );
      y += BAR + GAP;
    }
    y += BETWEEN_MODES - GAP;
  }
  const height = y + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>${TITLE}</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(8, 22, TITLE, 'font-size="14"')}
${shapes.join('\n')}
${legend(compared, height)}
</svg>
`;
}

function bar({ median, mode }: Summary, y: number, scale: number): string[] {
  const { all = 0, ...byProcess } = median.cpuPerThousand;
  let x = LABELS;
  const parts = Object.entries(byProcess).map(([name, seconds]) => {
    const width = seconds * scale;
    const title = `<title>${escaped(`${mode}: ${name} ${seconds.toFixed(2)} s`)}</title>`;
    const part = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${colourOf(name)}">${title}</rect>`;
    x += width;
    return part;
  });
  const values = `${all.toFixed(2)} s · ${median.feedsPerSecond.toFixed(0)} feeds/s`;
  return [...parts, text(x + 6, y + BAR - 4, values)];
}

function legend(summaries: readonly Summary[], height: number): string {
  const names = new Set(summaries.flatMap(({ median }) => Object.keys(median.cpuPerThousand)));
  names.delete('all');
  return [...names]
    .map((name, index) => {
      const x = 8 + index * 130;
      const mark = `<rect x="${x}" y="${height - 22}" width="12" height="12" fill="${colourOf(name)}"/>`;
      return `${mark}${text(x + 18, height - 12, name)}`;
    })
    .join('\n');
}

const colourOf = (process: string) => COLOURS[process] ?? OTHER_COLOUR;

function text(x: number, y: number, words: Mode | string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" fill="#222222" ${more}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
