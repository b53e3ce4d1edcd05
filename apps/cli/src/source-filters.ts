import {
  SOURCE_SORTS,
  type SourceFilterInput,
  type SourceQueryInput,
  sourceQuerySchema,
  sourceStatusSchema,
  sourceTypeSchema,
} from '@feedwarden/contracts';
import type { Call, Option } from './command.js';
import { UsageError } from './exit-codes.js';

export const FILTER_OPTIONS: Record<string, Option> = {
  status: { type: 'string', value: 'A,B', help: `any of ${sourceStatusSchema.options.join(', ')}` },
  type: { type: 'string', value: 'A,B', help: `any of ${sourceTypeSchema.options.join(', ')}` },
  host: { type: 'string', value: 'HOST', help: 'whose feeds are at this host' },
  search: { type: 'string', value: 'TEXT', help: 'in the name or an address' },
};

export const SORT_OPTION: Option = {
  type: 'string',
  value: 'FIELD',
  help: `${SOURCE_SORTS.join(', ')}; -FIELD turns it round`,
};

/** The filters of a call, checked before anybody is asked. */
export function filterOf(call: Call): SourceFilterInput {
  const given = {
    status: call.text('status'),
    type: call.text('type'),
    host: call.text('host'),
    q: call.text('search'),
  };
  const { status, type, host, q } = checked(given);
  return { ...(status && { status }), ...(type && { type }), ...(host && { host }), ...(q && { q }) };
}

export function sortOf(call: Call): Pick<SourceQueryInput, 'sort'> {
  const sort = call.text('sort');
  return sort === undefined ? {} : { sort: checked({ sort }).sort };
}

/** Of what has a list of names; the schema's own words are for programmers. */
const MUST_BE: Record<string, string> = {
  status: `must be ${FILTER_OPTIONS.status?.help}`,
  type: `must be ${FILTER_OPTIONS.type?.help}`,
  sort: `must be one of ${SORT_OPTION.help}`,
};

function checked(query: Record<string, string | undefined>) {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const result = sourceQuerySchema.safeParse(Object.fromEntries(entries));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path[0] === 'q' ? 'search' : String(issue?.path[0]);
  throw new UsageError(`--${name} ${MUST_BE[name] ?? issue?.message}`);
}
