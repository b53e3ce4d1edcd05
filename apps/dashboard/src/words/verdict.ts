import type { ErrorType, FailurePolicies, FeedState, Source } from '@feedwarden/contracts';
import { capital, date, elapsed, since } from './headline.js';
import { when } from './one-line.js';
import { ERRORS, shownStatus } from './statuses.js';
import { type Streak, streakOf } from './streak.js';
import { atClock, spanInWords } from './times.js';

export interface Verdict {
  /** What, and why. */
  title: string;
  /** What comes next, and when it last worked. */
  detail: string;
}

interface Facts {
  source: Source;
  streak: Streak | null;
  policies: FailurePolicies;
  now: Date;
}

/** A status explains itself: what, why, what next. */
export function verdictOf(
  source: Source,
  policies: FailurePolicies,
  feed: FeedState | null,
  now: Date,
): Verdict {
  const facts = { source, policies, now, streak: streakOf(source, policies, feed) };
  return SENTENCES[shownStatus(source)](facts);
}

const SENTENCES: Record<ReturnType<typeof shownStatus>, (facts: Facts) => Verdict> = {
  new: ({ source, now }) => ({
    title: 'New: it has not been polled yet.',
    detail: source.nextPollAt
      ? `Its first poll is due ${when(source.nextPollAt, now)}.`
      : 'Its first poll is due as soon as the crawler has taken it in.',
  }),

  healthy: ({ source, now }) => ({
    title: `Healthy. The last poll was answered ${atClock(date(source.lastSuccessAt), now)}.`,
    detail: nextPoll(source, now),
  }),

  failing: ({ source, streak, now }) => ({
    title: `${trouble(source, now)}. ${attempts(source, streak)}.`,
    detail: sentences(
      needsYou(source) ? 'This is never taken out of polling: someone should look.' : distance(streak),
      nextPoll(source, now),
      lastGood(source, now),
    ),
  }),

  cooling_down: ({ source, streak, policies, now }) => ({
    title: `${trouble(source, now)}. ${attempts(source, streak)}, so it was taken out of polling for ${cooldown(source, policies)}.`,
    detail: sentences(
      source.feedRetryAt &&
        `One probe ${when(source.feedRetryAt, now)} decides: a success brings it back, a failure renews the cooldown.`,
      lastGood(source, now),
    ),
  }),

  probing: ({ source, now }) => ({
    title: `${trouble(source, now)}. Its cooldown is over, and one probe decides.`,
    detail: sentences(
      'A success brings it back, a failure renews the cooldown.',
      nextPoll(source, now),
      lastGood(source, now),
    ),
  }),

  quarantined: ({ source, now }) => ({
    title: `Quarantined ${since(source.quarantinedAt, now)}${source.lastError ? `: ${source.lastError}` : ''}.`,
    detail: sentences(
      'It is not polled until a person releases it, or a poll by hand succeeds.',
      lastGood(source, now),
    ),
  }),

  disabled: ({ source, now }) => ({
    title: source.disabledReason
      ? `Disabled: ${source.disabledReason}.`
      : `Disabled by a person${source.feedDisabledAt ? ` ${since(source.feedDisabledAt, now)}` : ''}.`,
    detail: sentences('It is not polled until a person enables it.', lastGood(source, now)),
  }),

  no_feed: () => ({
    title: 'There is no address to poll yet.',
    detail: 'Give it an address, or let discovery look for one at its web page.',
  }),
};

function trouble(source: Source, now: Date): string {
  const word = ERRORS[source.lastErrorType ?? 'unexpected'].word;
  return source.failingSince ? `${word} for ${spanInWords(elapsed(source.failingSince, now))}` : word;
}

/** "Three polls in a row answered 404". */
function attempts({ consecutiveFailures, lastErrorType, lastError }: Source, streak: Streak | null): string {
  const count = streak?.have || consecutiveFailures;
  const polls = count === 1 ? 'The last poll' : `${capital(inWords(count))} polls in a row`;
  return `${polls} ${didWhat(lastErrorType ?? 'unexpected', lastError, count)}`;
}

function didWhat(type: ErrorType, message: string | null, count: number): string {
  const status = /^HTTP (\d{3})\b/.exec(message ?? '')?.[1];
  if (status) return `answered ${status}`;
  const did = count === 1 ? ERRORS[type].did.replace(/^were /, 'was ') : ERRORS[type].did;
  return message ? `${did}: ${message}` : did;
}

function distance(streak: Streak | null): string {
  if (!streak?.of) return '';
  const left = streak.of - streak.have;
  if (left <= 0) return streak.atLimit;
  return left === 1
    ? `One more, and the limit of ${streak.of} is reached.`
    : `${streak.have} of ${streak.of}.`;
}

function cooldown(
  { feedDisabledAt, feedRetryAt, feedDisableReason }: Source,
  policies: FailurePolicies,
): string {
  if (feedDisabledAt && feedRetryAt)
    return spanInWords(date(feedRetryAt).getTime() - date(feedDisabledAt).getTime());
  const rule = policies.typed.rules[feedDisableReason as ErrorType];
  return spanInWords((rule?.cooldownSeconds ?? policies.unknownReasonCooldownSeconds) * 1000);
}

function nextPoll({ nextPollAt }: Source, now: Date): string {
  return nextPollAt ? `The next poll is ${when(nextPollAt, now)}.` : '';
}

function lastGood({ lastSuccessAt, lastPolledAt }: Source, now: Date): string {
  if (lastSuccessAt) return `The last good poll was ${atClock(date(lastSuccessAt), now)}.`;
  return lastPolledAt ? 'No poll has ever succeeded.' : '';
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number) => NUMBERS[count] ?? String(count);
const sentences = (...parts: (string | null | false | '')[]) => parts.filter(Boolean).join(' ');

/** What a source needs a person for: nothing of this ends by itself. */
export function needsYou(
  source: Pick<Source, 'status' | 'lastErrorType' | 'enabled' | 'disabledReason'>,
): boolean {
  if (source.status === 'quarantined') return true;
  if (source.status === 'failing') return source.lastErrorType === 'unexpected';
  return source.status === 'disabled' && !source.enabled && source.disabledReason !== null;
}
