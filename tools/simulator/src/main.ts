import { parseArgs } from 'node:util';
import { crawlWithBlame, crawlWithoutBlame } from './crawl/crawl.js';
import { type Figures, meanOf, measure } from './measure.js';
import { SCENARIOS, type Scenario } from './world/scenarios.js';
import { BEGIN, DAY } from './world/world.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '2' } },
});
const seeds = Number(values.seeds);
const unknown = positionals.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0 || !Number.isInteger(seeds) || seeds < 1) {
  process.stderr.write(
    `usage: pnpm simulate [scenario …] [--seeds 2]\nscenarios: ${Object.keys(SCENARIOS).join(', ')}\n`,
  );
  process.exit(2);
}

const COLUMNS = [
  'scenario',
  'blame',
  'wrongly disabled',
  'delay h, mean / p95',
  'failed polls',
  'messages',
  'polls',
  'incidents (false)',
  'deaths noticed, h mean / p95',
  'gap h, p95 / longest; good polls an hour',
];

const row = (cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row(COLUMNS);
row(COLUMNS.map(() => '---'));
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const [blame, crawl] of [
    ['off', crawlWithoutBlame],
    ['on', crawlWithBlame],
  ] as const)
    row([scenario.title, blame, ...cells(await runs(scenario, crawl))]);
}

async function runs(scenario: Scenario, crawl: typeof crawlWithBlame): Promise<Figures> {
  const figures: Figures[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const world = scenario.build(seed * 7919);
    figures.push(measure(scenario, world, await crawl(world, BEGIN + scenario.days * DAY)));
  }
  return meanOf(figures);
}

function cells(figures: Figures): string[] {
  const { delayMean, delayP95, deaths, deathsNoticed, deathMean, deathP95, gapP95, longestGap, goodPerHour } =
    figures;
  return [
    show(figures.wronglyDisabled),
    `${show(delayMean)} / ${show(delayP95)}`,
    show(figures.failedPolls),
    show(figures.messages),
    show(figures.polls),
    `${show(figures.incidents)} (${show(figures.falseIncidents)})`,
    `${show(deathsNoticed)} of ${show(deaths)}: ${show(deathMean)} / ${show(deathP95)}`,
    `${show(gapP95)} / ${show(longestGap)}; ${show(goodPerHour)}`,
  ];
}

function show(value: number): string {
  if (Number.isNaN(value)) return '–';
  return Number.isInteger(value) || value >= 100 ? String(Math.round(value)) : value.toFixed(2);
}
