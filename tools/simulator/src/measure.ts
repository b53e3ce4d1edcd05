import type { Crawl } from './crawl/crawl.js';
import type { Scenario } from './world/scenarios.js';
import { BEGIN, DAY, HOUR, type World } from './world/world.js';

/** What a run came to. A figure that a scenario has nothing to do with is not a number. */
export interface Figures {
  wronglyDisabled: number;
  /** Hours from the end of a fault to a feed's first good poll. */
  delayMean: number;
  delayP95: number;
  /** Caused by the scenario; without one, all. */
  failedPolls: number;
  messages: number;
  polls: number;
  /** Hours from a feed's death to its being noticed. */
  deathMean: number;
  deathP95: number;
  deathsNoticed: number;
  deaths: number;
  incidents: number;
  falseIncidents: number;
  /** Of a host that grants only so many requests: hours between good polls of a feed, and good polls an hour. */
  gapP95: number;
  longestGap: number;
  goodPerHour: number;
}

export function measure({ hit, ends, days }: Scenario, world: World, { book, incidents }: Crawl): Figures {
  const delays = book.feeds
    .filter(({ feed }) => hit(feed))
    .flatMap(({ goodAt }) => ends.map((end) => delayAfter(end, goodAt)));
  const dead = book.feeds.filter(({ feed }) => feed.deadAt < BEGIN + days * DAY);
  const noticed = dead.flatMap((known) => {
    const at = book.recognised.get(known);
    return at === undefined ? [] : [(at - known.feed.deadAt) / HOUR];
  });
  const limited = book.feeds.filter(({ feed }) => feed.host.allowance !== null);
  const gaps = limited.flatMap(({ goodAt }) =>
    goodAt.slice(1).map((at, index) => (at - (goodAt[index] ?? 0)) / HOUR),
  );
  const isQuiet = ends.length + dead.length + limited.length === 0;
  const counts = ({ isHit }: { isHit: boolean }) => isQuiet || isHit;
  const staged = book.feeds.reduce((sum, { stagedFailures }) => sum + stagedFailures, 0);
  return {
    wronglyDisabled: new Set(book.disablings.filter(({ isDead }) => !isDead).map(({ known }) => known)).size,
    delayMean: mean(delays),
    delayP95: quantile(delays, 0.95),
    failedPolls: isQuiet ? world.counts.chanceFailures : staged,
    messages: book.messages.filter(counts).length,
    polls: world.counts.requests,
    deathMean: mean(noticed),
    deathP95: quantile(noticed, 0.95),
    deathsNoticed: noticed.length,
    deaths: dead.length,
    incidents: incidents.filter(counts).length,
    falseIncidents: incidents.filter(({ isFalse, incident }) => isFalse && incident.scope === 'host').length,
    gapP95: quantile(gaps, 0.95),
    longestGap: gaps.length > 0 ? Math.max(...gaps) : Number.NaN,
    goodPerHour:
      limited.length > 0
        ? limited.reduce((sum, { goodAt }) => sum + goodAt.length, 0) / (days * 24)
        : Number.NaN,
  };
}

/** A feed that does not come back within the run counts with five days. */
function delayAfter(end: number, goodAt: number[]): number {
  const first = goodAt.find((at) => at >= end) ?? end + 5 * DAY;
  return (first - end) / HOUR;
}

export function meanOf(runs: Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, mean(runs.map((run) => run[name]))]),
  ) as unknown as Figures;
}

function mean(values: number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : Number.NaN;
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
