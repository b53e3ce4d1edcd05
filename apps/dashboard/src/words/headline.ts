import type { Source } from '@feedwarden/contracts';
import { atClock, counted, spanInWords } from './times.js';

/** The headline of the Overview. */
export function headline(total: number, needYou: number): string {
  if (total === 0) return 'Nothing to watch yet.';
  if (needYou === 0) return 'Nothing needs you.';
  return `${capital(counted(needYou, 'feed'))} ${needYou === 1 ? 'needs' : 'need'} you`;
}

/** For the list of what needs a person. */
export function taskSentence(source: Source, now: Date): string {
  if (source.status === 'quarantined')
    return `${source.lastError ?? 'It kept failing'}. Out of polling ${since(source.quarantinedAt, now)}.`;
  if (source.status === 'disabled') return `${source.disabledReason ?? 'Disabled'}.`;
  const long = source.failingSince ? ` for ${spanInWords(elapsed(source.failingSince, now))}` : '';
  return `${source.lastError ?? 'No reason given'}. Failing${long}, and never taken out of polling.`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const date = (at: string | null) => new Date(at ?? 0);
export const elapsed = (at: string, now: Date) => now.getTime() - date(at).getTime();
export const since = (at: string | null, now: Date) =>
  at ? `since ${atClock(date(at), now).replace(/^on /, '')}` : 'now';
