import type { Entry } from '../../poll/outcome.js';
import type { ReadSlices } from '../entry/raw-entry.js';
import { formatSlices, hashOfGuid, type KnownSlices } from './one-pass/entry-slices.js';

/**
 * What to remember of a feed that was read, for its next reading; undefined: nothing. `false`: the entries that were
 * left out would have been read in another way, so the feed must be read without leaving out any.
 */
export function fingerprintsOf(
  { context, leftOut, read }: ReadSlices,
  made: (Entry | null)[],
  known: KnownSlices,
): string | undefined | false {
  if (leftOut.length > 0 && context !== known.context) return false;
  const leftOutGuids = new Map(leftOut.map((slice) => [slice, known.guids.get(slice) ?? '']));
  const others = new Set(leftOutGuids.values());
  const guids = new Map<string, string>();
  const seen = new Set<string>();
  let isGuidTwice = false;
  for (const [index, entry] of made.entries()) {
    const slice = read[index];
    // One without content is counted each time; the same text again is the same entry.
    if (!entry || (slice && guids.has(slice))) continue;
    isGuidTwice ||= seen.has(entry.guid);
    seen.add(entry.guid);
    const guid = hashOfGuid(entry.guid);
    // What a guid means depends on all entries that have it.
    if (others.has(guid)) return false;
    if (slice) guids.set(slice, guid);
  }
  if (isGuidTwice) return undefined;
  return formatSlices({ context, guids: new Map([...guids, ...leftOutGuids]) });
}
