import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureLearning } from './measure-learning.js';
import { type LoadMeasurement, measureLoad } from './measure-load.js';
import { WORKLOADS, type Workload } from './workload.js';

export const SOURCES_HELP = `
pnpm bench source-manager [options]: how many requests a second source-manager completes
  --sources N      sources in its database (100000)
  --workloads LIST of ${WORKLOADS.join(', ')} (all)
  --connections N  requests at once (16)
  --seconds N      of each workload (10)
  --limit N        sources in a page of the list (100)
  --batch N        sources in a health report (500)
  --encoding NAME  which responses are accepted: gzip, br or identity (gzip)
  --root FOLDER    of another built checkout

pnpm bench learning [options]: how long a new crawler takes to learn all sources, and what a tick costs then
  --sources N      (100000)
  --due N          feeds that are due in a tick (500)
  --root FOLDER    of another built checkout
`;

type Print = (text: string) => void;

/** The parts of the benchmark that are about many sources instead of many feeds. */
export const SOURCE_COMMANDS: Record<string, (args: string[], print: Print) => Promise<void>> = {
  'source-manager': benchLoad,
  learning: benchLearning,
};

const OWN_ROOT = join(import.meta.dirname, '../../../..');

async function benchLoad(args: string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sources: { type: 'string', default: '100000' },
      workloads: { type: 'string', default: WORKLOADS.join(',') },
      connections: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '10' },
      limit: { type: 'string', default: '100' },
      batch: { type: 'string', default: '500' },
      encoding: { type: 'string', default: 'gzip' },
      root: { type: 'string', default: OWN_ROOT },
    },
  });
  const number = (name: 'sources' | 'connections' | 'seconds' | 'limit' | 'batch') =>
    wholeNumber(name, values[name]);
  const batch = number('batch');
  const workloads = values.workloads.split(',').map(workloadNamed);
  const options = { ...values, sources: number('sources'), connections: number('connections'), batch };
  print('| workload | requests/s | p50 ms | p99 ms | kB each | failed | CPU s per 1,000 requests |');
  print('|---|--:|--:|--:|--:|--:|---|');
  await measureLoad(
    { ...options, seconds: number('seconds'), limit: number('limit'), workloads },
    (measurement) => print(rowOf(measurement, batch)),
  );
}

function rowOf(measurement: LoadMeasurement, batch: number): string {
  const { workload, perSecond, p50Ms, p99Ms, requests, bytes, failed, cpuPerThousand } = measurement;
  const cpu = Object.entries(cpuPerThousand).map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
  const sources = workload === 'health reports' ? ` (${(perSecond * batch).toFixed(0)} sources/s)` : '';
  const cells = [
    `${workload}${sources}`,
    perSecond.toFixed(perSecond < 100 ? 1 : 0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    (bytes / requests / 1000).toFixed(1),
    failed,
    cpu.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function benchLearning(args: string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sources: { type: 'string', default: '100000' },
      due: { type: 'string', default: '500' },
      root: { type: 'string', default: OWN_ROOT },
    },
  });
  const due = wholeNumber('due', values.due);
  await measureLearning({ root: values.root, sources: wholeNumber('sources', values.sources), due }, print);
}

function workloadNamed(name: string): Workload {
  const workload = WORKLOADS.find((one) => one === name.trim());
  if (!workload) throw new Error(`there is no workload ${name}; there are ${WORKLOADS.join(', ')}`);
  return workload;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} must be a whole number above 0`);
}
