import type { ErrorType, PastPoll, Source } from '@feedwarden/contracts';
import { type ShownStatus, STATUSES, shownStatus } from '../words/statuses.js';
import { span } from '../words/times.js';
import { hoursFrom, type TimeScale } from './time-scale.js';

export type DrawnPoll = Pick<PastPoll, 'at' | 'outcome' | 'errorType' | 'newPosts'>;

/** What is drawn of one feed. */
export interface HorizonMarks {
  status: ShownStatus;
  /** The line of polls that succeeded; null: there are none in sight. */
  calm: { from: number; to: number } | null;
  /** Where new posts came. */
  stored: number[];
  fails: { x: number; type: ErrorType }[];
  /** The cooldown, over now and into the future. */
  band: { from: number; to: number } | null;
  /** The next poll; null: none comes by itself. */
  next: number | null;
}

export type DrawnSource = Pick<
  Source,
  | 'status'
  | 'lastPolledAt'
  | 'lastSuccessAt'
  | 'lastErrorType'
  | 'failingSince'
  | 'feedDisabledAt'
  | 'feedRetryAt'
  | 'nextPollAt'
>;

/** Marks keep this distance, so that a burst of polls stays countable. */
const APART = 4;
const STORED_APART = 3;
const NEXT_APART = 6;

export function horizonMarks(
  source: DrawnSource,
  polls: readonly DrawnPoll[] | null,
  scale: TimeScale,
  now: Date,
): HorizonMarks {
  const x = (at: string) => scale(hoursFrom(at, now));
  const drawn = [...(polls ?? knownPolls(source))].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const good = drawn.filter(({ outcome }) => outcome !== 'failed');
  const first = good[0];
  const last = good.at(-1);
  const nextAt = source.nextPollAt ?? (source.status === 'cooling_down' ? source.feedRetryAt : null);
  return {
    status: shownStatus(source),
    calm: first && last ? { from: x(first.at), to: x(last.at) } : null,
    stored: apart(
      good.filter(({ newPosts }) => newPosts > 0).map(({ at }) => x(at)),
      STORED_APART,
    ),
    fails: failMarks(drawn, x, scale(0)),
    band: bandOf(source, nextAt, x, scale),
    next: nextAt && isPolled(source) ? Math.max(x(nextAt), scale(0) + NEXT_APART) : null,
  };
}

/** What source-manager knows without the crawler: the first failure of a streak, the last poll and the last success. */
function knownPolls(source: DrawnSource): DrawnPoll[] {
  const { lastSuccessAt, failingSince, lastPolledAt, lastErrorType } = source;
  const failed = (at: string): DrawnPoll => ({
    at,
    outcome: 'failed',
    errorType: lastErrorType,
    newPosts: 0,
  });
  return [
    ...(lastSuccessAt
      ? [{ at: lastSuccessAt, outcome: 'unchanged', errorType: null, newPosts: 0 } as const]
      : []),
    ...(failingSince ? [failed(failingSince)] : []),
    ...(failingSince && lastPolledAt && lastPolledAt !== failingSince ? [failed(lastPolledAt)] : []),
  ];
}

function failMarks(drawn: DrawnPoll[], x: (at: string) => number, now: number): HorizonMarks['fails'] {
  const failed = drawn.filter(({ outcome }) => outcome === 'failed');
  const marks = failed.map(({ at, errorType }) => ({ x: x(at), type: errorType ?? ('unexpected' as const) }));
  // From now backwards: what is latest stays true, and older ones give way.
  let limit = now - 2;
  for (const mark of marks.toReversed()) {
    mark.x = Math.min(mark.x, limit);
    limit = mark.x - APART;
  }
  return marks.filter((mark) => mark.x > 0);
}

function bandOf(
  { status, feedDisabledAt, feedRetryAt }: DrawnSource,
  nextAt: string | null,
  x: (at: string) => number,
  scale: TimeScale,
): HorizonMarks['band'] {
  if ((status !== 'cooling_down' && status !== 'probing') || !feedDisabledAt) return null;
  const end = status === 'probing' ? (feedRetryAt ?? nextAt) : (nextAt ?? feedRetryAt);
  const from = x(feedDisabledAt);
  return { from, to: Math.max(end ? x(end) : scale(0), from + 3) };
}

const isPolled = ({ status }: DrawnSource) =>
  status !== 'disabled' && status !== 'quarantined' && status !== 'no_feed';

function apart(places: number[], distance: number): number[] {
  const kept: number[] = [];
  for (const place of places)
    if (place - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) > distance) kept.push(place);
  return kept;
}

/** What the picture says, for those who do not see it. */
export function horizonWords(source: DrawnSource & { lastError: string | null }, now: Date): string {
  const { word } = STATUSES[shownStatus(source)];
  const failing = source.failingSince
    ? ` for ${span(hoursFrom(source.failingSince, now) * 3_600_000)}${source.lastError ? `, ${source.lastError}` : ''}`
    : '';
  if (!isPolled(source)) return `${word}${failing}; not polled`;
  if (!source.nextPollAt) return `${word}${failing}; next poll not known yet`;
  const ms = Date.parse(source.nextPollAt) - now.getTime();
  return `${word}${failing}; next poll ${ms < 1000 ? 'due now' : `in ${span(ms)}`}`;
}
