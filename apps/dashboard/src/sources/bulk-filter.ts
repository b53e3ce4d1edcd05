import type { BulkChangeInput } from '@feedwarden/contracts';
import { chosen, filterOf, type SourceSearch } from './source-search.js';

/** Names of parameters whose values are lists. */
const LISTS = new Set(['status', 'error_type', 'type', 'host']);

/** The filter of the list as the body of a bulk change has it; no filter at all has to be said as "all". */
export function bulkFilter(search: SourceSearch): BulkChangeInput['filter'] {
  const filter = Object.entries(filterOf(search)).map(([name, value]) => [
    name,
    LISTS.has(name) ? chosen(String(value)) : value,
  ]);
  return filter.length > 0 ? Object.fromEntries(filter) : { all: true };
}
