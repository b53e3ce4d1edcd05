import type { SourceFilterInput, SourceQueryInput } from '@feedwarden/contracts';
import { ERRORS, STATUSES } from '../words/statuses.js';

/** The URL is the view: what `/sources` shows, as its search parameters. */
export interface SourceSearch {
  /** One or several, separated by commas; so are the others. */
  status?: string;
  error_type?: string;
  type?: string;
  host?: string;
  q?: string;
  needs_you?: boolean;
  /** False: those that wait for their first poll. */
  polled?: boolean;
  sort?: string;
}

export const DEFAULT_SORT = 'trouble';

/** What a list can be sorted by, with the words for it. */
export const SORTS: Record<string, string> = {
  trouble: 'trouble first',
  name: 'name',
  failingSince: 'failing the longest',
  nextPollAt: 'next poll',
  '-lastPolledAt': 'last polled',
  '-createdAt': 'newest',
};

export const SOURCE_TYPE_WORDS: Record<string, string> = {
  rss: 'Feed',
  website: 'Web page',
  watchlist: 'Watchlist',
  twitter: 'Timeline on X',
};

/** What does not fit is left out: a link of an older version still opens. */
export function readSourceSearch(raw: Record<string, unknown>): SourceSearch {
  const status = known(raw.status, Object.keys(STATUSES));
  const errorType = known(raw.error_type, Object.keys(ERRORS));
  const type = known(raw.type, Object.keys(SOURCE_TYPE_WORDS));
  const sort = typeof raw.sort === 'string' && Object.hasOwn(SORTS, raw.sort) ? raw.sort : DEFAULT_SORT;
  const q = text(raw.q);
  const host = text(raw.host);
  return {
    ...(status && { status }),
    ...(errorType && { error_type: errorType }),
    ...(type && { type }),
    ...(host && { host }),
    ...(q && { q }),
    ...(typeof raw.needs_you === 'boolean' && { needs_you: raw.needs_you }),
    ...(typeof raw.polled === 'boolean' && { polled: raw.polled }),
    ...(sort !== DEFAULT_SORT && { sort }),
  };
}

function known(value: unknown, names: string[]): string {
  if (typeof value !== 'string') return '';
  return value
    .split(',')
    .filter((name) => names.includes(name))
    .join(',');
}

/** Numbers and booleans too: the router reads `q=42` as a number. */
function text(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().slice(0, 200) : '';
}

/** The filters without the order: what "all of this filter" means. */
export function filterOf({ sort: _, ...filter }: SourceSearch): Omit<SourceSearch, 'sort'> {
  return filter;
}

/** As the API is asked; names separated by commas are what it takes. */
export const toQuery = ({ sort = DEFAULT_SORT, ...filter }: SourceSearch) =>
  ({ ...filter, sort }) as SourceQueryInput;
export const toFilter = (search: SourceSearch) => filterOf(search) as SourceFilterInput;

export const chosen = (list: string | undefined): string[] => (list ? list.split(',') : []);

/** With the name added or taken away; undefined: nothing is left. */
export function toggled(list: string | undefined, name: string): string | undefined {
  const names = chosen(list);
  const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
  return next.length > 0 ? next.join(',') : undefined;
}

/** Without the parameters that are undefined: they would stand in the URL. */
export const cleaned = (
  search: { [Name in keyof SourceSearch]: SourceSearch[Name] | undefined },
): SourceSearch => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
