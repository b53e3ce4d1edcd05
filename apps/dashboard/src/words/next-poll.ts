import type { FailurePolicies, FeedState, NextPollReason, Source } from '@feedwarden/contracts';
import { atClock, clock, span, spanInWords } from './times.js';

interface ReasonWords {
  /** Under the time of the next poll, in a list. */
  short: string;
  /** On the page of a source. */
  because: string;
}

export const NEXT_POLL_REASONS: Record<NextPollReason, ReasonWords> = {
  start: { short: 'start', because: 'it is new, or was given a fresh start' },
  interval: { short: 'interval', because: 'the interval' },
  backoff: { short: 'backoff', because: 'every failure doubles the interval' },
  retry_after: { short: 'Retry-After', because: 'the server asked for it by Retry-After' },
  fresh_until: { short: 'says it stays fresh', because: 'its headers say that nothing changes before' },
  feed_ttl: { short: 'its ttl', because: 'the feed itself names this interval' },
  skip_hours: { short: 'its skipHours', because: 'the feed names hours in which nothing changes' },
  cooldown: { short: 'cooldown', because: 'the cooldown ends then' },
  manually_disabled: { short: 'disabled', because: 'a person disabled the feed' },
  quarantined: { short: 'quarantined', because: 'the source is quarantined' },
  source_disabled: { short: 'disabled', because: 'the source is disabled' },
  no_feed: { short: 'no address', because: 'there is no address to poll' },
};

export interface Explanation {
  label: string;
  text: string;
  /** The arithmetic, in mono. */
  sum?: string;
}

type Planned = Pick<
  Source,
  | 'nextPollAt'
  | 'nextPollReason'
  | 'consecutiveFailures'
  | 'pollIntervalMinutes'
  | 'maxBackoffHours'
  | 'feedDisabledAt'
  | 'feedRetryAt'
  | 'lastPolledAt'
>;

/** Why the next poll is at its time. The crawler's word is the newer one where there is both. */
export function explainNextPoll(
  source: Planned,
  feed: Pick<FeedState, 'nextPollAt' | 'nextPollReason'> | null,
  policies: FailurePolicies,
  intervalMinutes: number | null,
  now: Date,
): Explanation[] {
  const at = feed ? feed.nextPollAt : source.nextPollAt;
  const reason = (feed ? feed.nextPollReason : source.nextPollReason) ?? 'start';
  const lines: Explanation[] = [
    {
      label: 'When',
      text: at
        ? `${atClock(new Date(at), now)}, ${inWords(new Date(at), now)}`
        : 'not before something changes',
    },
    because(reason, source, now),
  ];
  const interval = source.pollIntervalMinutes ?? intervalMinutes;
  if (interval && source.consecutiveFailures > 0) lines.push(backoffLine(reason, source, interval, policies));
  return lines;
}

function because(reason: NextPollReason, source: Planned, now: Date): Explanation {
  const line = { label: 'Because', text: NEXT_POLL_REASONS[reason].because };
  const { feedDisabledAt, feedRetryAt } = source;
  if (reason !== 'cooldown' || !feedDisabledAt || !feedRetryAt) return line;
  const from = new Date(feedDisabledAt);
  return { ...line, sum: `${clock(from, now)} + ${span(new Date(feedRetryAt).getTime() - from.getTime())}` };
}

/** `30 min × 2³ = 4 h`, with the limit where it applies. */
export function backoffSum(intervalMinutes: number, failures: number, capHours: number): string {
  const first = intervalMinutes * 60_000;
  const cap = Math.max(first, capHours * 3_600_000);
  const wanted = first * 2 ** Math.min(failures, 40);
  const sum = `${span(first)} × 2${superscript(failures)}`;
  return wanted > cap ? `${sum}, at most ${span(cap)}` : `${sum} = ${span(wanted)}`;
}

function backoffLine(
  reason: NextPollReason,
  { consecutiveFailures, maxBackoffHours }: Planned,
  interval: number,
  policies: FailurePolicies,
): Explanation {
  return {
    label: reason === 'backoff' ? 'Backoff' : 'Without it',
    text: reason === 'backoff' ? '' : 'backoff:',
    sum: backoffSum(interval, consecutiveFailures, maxBackoffHours ?? policies.maxBackoffHours),
  };
}

function inWords(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  return ms < 1000 ? 'due now' : `in ${spanInWords(ms)}`;
}

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const superscript = (value: number) => [...String(value)].map((digit) => DIGITS[Number(digit)]).join('');
