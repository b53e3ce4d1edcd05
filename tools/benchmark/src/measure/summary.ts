import type { Mode } from '../subjects/subject.js';
import type { Measurement } from './measure-run.js';
import type { Sample } from './run-rounds.js';

/** The medians of all rounds for one subject in one mode. */
export interface Summary {
  subject: string;
  mode: Mode;
  rounds: number;
  median: Measurement;
}

export function summarise(samples: readonly Sample[]): Summary[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.subject}\n${sample.mode}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const measurements = group.map(({ measurement }) => measurement);
    return [
      { subject: first.subject, mode: first.mode, rounds: group.length, median: medianOf(measurements) },
    ];
  });
}

function medianOf(measurements: Measurement[]): Measurement {
  const over = (read: (measurement: Measurement) => number) => median(measurements.map(read));
  const byKey = (read: (measurement: Measurement) => Record<string, number>) => {
    const keys = new Set(measurements.flatMap((measurement) => Object.keys(read(measurement))));
    return Object.fromEntries([...keys].map((key) => [key, over((one) => read(one)[key] ?? Number.NaN)]));
  };
  return {
    seconds: over(({ seconds }) => seconds),
    feedsPerSecond: over(({ feedsPerSecond }) => feedsPerSecond),
    cpuPerThousand: byKey(({ cpuPerThousand }) => cpuPerThousand),
    peakMb: over(({ peakMb }) => peakMb),
    more: byKey(({ more }) => more),
  };
}

export function median(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Feeds per second and CPU seconds for 1,000 feeds, a row a subject and a column a mode, in Markdown. */
export function asTable(summaries: readonly Summary[], modes: readonly Mode[]): string {
  const subjects = [...new Set(summaries.map(({ subject }) => subject))];
  const find = (subject: string, mode: Mode) =>
    summaries.find((summary) => summary.subject === subject && summary.mode === mode)?.median;
  const cell = (measurement: Measurement | undefined) =>
    measurement
      ? `${measurement.feedsPerSecond.toFixed(0)} (${(measurement.cpuPerThousand.all ?? Number.NaN).toFixed(2)})`
      : '–';
  const rows = subjects.map(
    (subject) => `| ${subject} | ${modes.map((mode) => cell(find(subject, mode))).join(' | ')} |`,
  );
  return [
    `| feeds/s (CPU s per 1,000 feeds) | ${modes.join(' | ')} |`,
    `|---|${modes.map(() => '--:').join('|')}|`,
    ...rows,
  ].join('\n');
}

/** What else was counted, for the subjects that count it. */
export function detailTable(summaries: readonly Summary[]): string {
  const rows = summaries.map(({ subject, mode, median: { cpuPerThousand, peakMb, more } }) => {
    const { all: _, ...byProcess } = cpuPerThousand;
    const details = Object.entries({ ...byProcess, ...more }).map(
      ([name, value]) => `${name} ${shorten(value)}`,
    );
    return `| ${subject} | ${mode} | ${peakMb.toFixed(0)} | ${details.join(', ')} |`;
  });
  return [
    '| subject | mode | peak MB | CPU s per 1,000 feeds by process, and what was counted |',
    '|---|---|--:|---|',
    ...rows,
  ].join('\n');
}

const shorten = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
