import type { PastPoll, Source } from '@feedwarden/contracts';
import { hoursFrom } from '../../horizon/time-scale.js';

export interface Span {
  /** Hours from now. */
  from: number;
  to: number;
}

type Drawn = Pick<Source, 'failingSince' | 'feedDisabledAt' | 'feedRetryAt' | 'nextPollAt' | 'lastPolledAt'>;

/** From before the first failure of this streak, or from the first poll that is remembered, to the poll to come. */
export function spanOf(source: Drawn, polls: readonly Pick<PastPoll, 'at'>[], now: Date): Span {
  const hours = (at: string | null | undefined) => (at ? hoursFrom(at, now) : null);
  const first = Math.min(0, ...polls.map(({ at }) => hoursFrom(at, now)));
  const failing = hours(source.failingSince);
  const wanted = failing === null ? first : Math.max(Math.min(first, failing), failing * 1.6);
  const next = hours(source.nextPollAt ?? source.feedRetryAt) ?? 0;
  const from = Math.min(wanted * 1.04, -1 / 12, -next / 8);
  return { from, to: Math.max(next * 1.18, -from * 0.12, 1 / 30) };
}

export interface FailureMark {
  x: number;
  /** Its place in the streak; null: it is of an earlier one. */
  number: number | null;
  poll: Pick<PastPoll, 'at' | 'errorType' | 'statusCode' | 'code'>;
}

const APART = 9;

/** The last failures in a row are numbered, where there is room. */
export function failureMarks(
  polls: readonly PastPoll[],
  streak: number,
  x: (at: string) => number,
): FailureMark[] {
  const failed = polls
    .filter(({ outcome }) => outcome === 'failed')
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  let lastNumbered = Number.POSITIVE_INFINITY;
  return failed.map((poll, index) => {
    const place = x(poll.at);
    const hasRoom = lastNumbered - place >= APART;
    const number = index < streak && hasRoom ? streak - index : null;
    if (number !== null) lastNumbered = place;
    return { x: place, number, poll };
  });
}
