import type { Source } from '@feedwarden/contracts';
import { date } from './headline.js';
import { ERRORS, shownStatus } from './statuses.js';
import { atClock, spanInWords } from './times.js';

/** For a list: one line of what is wrong, or how the last poll went. */
export function oneLine(source: Source, now: Date): string {
  const status = shownStatus(source);
  if (status === 'new')
    return source.nextPollAt ? `first poll ${when(source.nextPollAt, now)}` : 'first poll soon';
  if (status === 'no_feed') return 'no address to poll';
  if (status === 'disabled') return source.disabledReason ?? 'disabled by a person';
  if (status === 'healthy')
    return `polled ${spanInWords(now.getTime() - date(source.lastPolledAt).getTime())} ago`;
  return source.lastError ?? ERRORS[source.lastErrorType ?? 'unexpected'].word;
}

/** `tomorrow at 23:10 (in 30 h)`; `due now` when the time has come. */
export function when(at: string, now: Date): string {
  const ms = date(at).getTime() - now.getTime();
  return ms < 1000 ? 'due now' : `${atClock(date(at), now)}, in ${spanInWords(ms)}`;
}
