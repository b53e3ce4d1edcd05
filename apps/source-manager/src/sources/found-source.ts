import { NO_SUCH_SOURCE } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';

/** What is told of a source, or a problem if there is none. */
export function found<Told>(told: Told | null): Told {
  if (told === null) throw noSuchSource();
  return told;
}

export const noSuchSource = () => new Problem(404, NO_SUCH_SOURCE);
