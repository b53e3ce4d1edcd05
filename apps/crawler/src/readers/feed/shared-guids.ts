import type { Entry } from '../../poll/outcome.js';
import { keyOf } from '../entry/make-entry.js';

export interface MadeEntry {
  entry: Entry;
  /** The feed gives its guid; otherwise it is its link or its content. */
  hasGuid: boolean;
}

/** A guid that so many entries share, and no entry of the feed does without, says nothing. */
const ENOUGH_FOR_ALL = 3;

/**
 * Where a feed uses a guid twice, the first entry counts. But entries with different links are different, and many feeds
 * link all their entries to one page, or give all the same guid: then the titles and texts tell them apart.
 */
export function onePerGuid(made: MadeEntry[]): Entry[] {
  const byGuid = groupsOf(made, ({ entry }) => entry.guid);
  if (byGuid.size === made.length) return made.map(({ entry }) => entry);
  const guids = new Map<Entry, string>();
  for (const [guid, sharers] of byGuid) {
    const links = new Set(sharers.flatMap(({ entry }) => entry.url ?? []));
    const isForAll = sharers.length === made.length && made.length >= ENOUGH_FOR_ALL && links.size < 2;
    const byLink = groupsOf(sharers, ({ entry: { url } }) =>
      links.size > 1 && url ? `${guid} ${url}` : guid,
    );
    for (const [key, same] of byLink) {
      const entries = same.map(({ entry }) => entry);
      const saysNothing = isForAll || same.every(({ hasGuid }) => !hasGuid);
      const different = saysNothing ? withoutVersions(entries) : entries.slice(0, 1);
      for (const entry of different)
        guids.set(entry, keyOf(different.length > 1 ? `${key} ${labelOf(entry)}` : key));
    }
  }
  return made.flatMap(({ entry }) => {
    const guid = guids.get(entry);
    return guid === undefined ? [] : [{ ...entry, guid }];
  });
}

/** Without those that have the title or the text of one before. */
function withoutVersions(entries: Entry[]): Entry[] {
  const [labels, texts] = [new Set<string>(), new Set<string>()];
  return entries.filter((entry) => {
    const [label, text] = [labelOf(entry), entry.body];
    const isVersion = labels.has(label) || texts.has(text);
    labels.add(label);
    if (text) texts.add(text);
    return !isVersion;
  });
}

const labelOf = ({ title, contentHash }: Entry) => title ?? contentHash;

function groupsOf(made: MadeEntry[], keyFor: (one: MadeEntry) => string): Map<string, MadeEntry[]> {
  const groups = new Map<string, MadeEntry[]>();
  for (const one of made) {
    const group = groups.get(keyFor(one));
    if (group) group.push(one);
    else groups.set(keyFor(one), [one]);
  }
  return groups;
}
