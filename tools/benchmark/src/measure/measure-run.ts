import { setTimeout as sleep } from 'node:timers/promises';
import { type Usage, usageOf } from './process-usage.js';

/** What one subject needed for one mode. */
export interface Measurement {
  seconds: number;
  feedsPerSecond: number;
  /** CPU seconds for 1,000 feeds, by process and in all. */
  cpuPerThousand: Record<string, number>;
  /** The most that all processes together held, sampled. */
  peakMb: number;
  /** Whatever else a subject counts, such as transactions per feed. */
  more: Record<string, number>;
}

const SAMPLE_EVERY_MS = 250;

/** Runs `work` and says what the named processes spent on it. */
export async function measureRun(
  feeds: number,
  processes: Record<string, number>,
  work: () => Promise<Record<string, number> | undefined>,
): Promise<Measurement> {
  const names = Object.keys(processes);
  const usages = (): Usage[] => names.map((name) => usageOf(processes[name] ?? 0));
  const before = usages();
  let peakMb = 0;
  let over = false;
  const sampling = (async () => {
    while (!over) {
      peakMb = Math.max(
        peakMb,
        usages().reduce((sum, { residentMb }) => sum + residentMb, 0),
      );
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  const started = performance.now();
  const more = (await work()) ?? {};
  const seconds = (performance.now() - started) / 1000;
  over = true;
  await sampling;
  const spent = usages().map(({ cpuSeconds }, index) => cpuSeconds - (before[index]?.cpuSeconds ?? 0));
  const perThousand = (cpu: number) => (cpu * 1000) / feeds;
  const cpuPerThousand = Object.fromEntries(
    names.map((name, index) => [name, perThousand(spent[index] ?? 0)]),
  );
  cpuPerThousand.all = perThousand(spent.reduce((sum, cpu) => sum + cpu, 0));
  return { seconds, feedsPerSecond: feeds / seconds, cpuPerThousand, peakMb, more };
}
