import { Gauge, type Registry } from 'prom-client';

/** Several scrapers, and several metrics of one scrape, share a reading. */
const REMEMBER_MS = 10_000;

export interface GaugeDescription {
  name: string;
  help: string;
  labelNames?: string[];
}

/** The value of a gauge; with labels, one for each combination. null: nothing to tell. */
export type Reading = number | null | { labels: Record<string, string>; value: number }[];

/**
 * Gauges whose values come from one reading, made only when metrics are scraped. While the reading fails, they have no
 * value: an old one would look like the truth.
 */
export function showGauges<Name extends string>(
  registry: Registry,
  gauges: Record<Name, GaugeDescription>,
  read: () => Promise<Record<Name, Reading>>,
  now: () => number = Date.now,
): void {
  let readAt = Number.NEGATIVE_INFINITY;
  let readings: Promise<Record<Name, Reading> | null> = Promise.resolve(null);

  function recent(): typeof readings {
    if (now() - readAt >= REMEMBER_MS) {
      readAt = now();
      readings = read().catch(() => null);
    }
    return readings;
  }

  for (const key of Object.keys(gauges) as Name[]) {
    const { labelNames = [], ...description } = gauges[key];
    new Gauge({
      ...description,
      labelNames,
      registers: [registry],
      async collect() {
        const reading = (await recent())?.[key] ?? null;
        if (labelNames.length === 0) this.remove();
        else this.reset();
        if (Array.isArray(reading)) for (const { labels, value } of reading) this.set(labels, value);
        else if (reading !== null) this.set(reading);
      },
    });
  }
}
