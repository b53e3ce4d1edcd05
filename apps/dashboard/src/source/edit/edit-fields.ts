import type { FailurePolicies, Source, SourcePatch } from '@feedwarden/contracts';

/** What a person can change of a source, in words, as texts of a form. */
export interface EditField {
  name: keyof SourcePatch & keyof Source;
  label: string;
  kind: 'text' | 'url' | 'number' | 'choice';
  hint?: string;
  options?: readonly (readonly [value: string, word: string])[];
}

export type Draft = Record<string, string>;

export function editFields(source: Pick<Source, 'type'>, policies: FailurePolicies): EditField[] {
  return [
    { name: 'name', label: 'Name', kind: 'text' },
    {
      name: 'feedUrl',
      label: 'Address',
      kind: 'url',
      hint: 'Another address is a fresh start: its failures are forgotten.',
    },
    { name: 'siteUrl', label: 'Web page', kind: 'url' },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      options: [
        ['rss', 'Feed'],
        ['website', 'Web page'],
        ['watchlist', 'Watchlist'],
        ['twitter', 'Timeline on X'],
      ],
    },
    {
      name: 'pollIntervalMinutes',
      label: 'Interval in minutes',
      kind: 'number',
      hint: "Empty: the crawler's default.",
    },
    {
      name: 'maxBackoffHours',
      label: 'Longest pause in hours',
      kind: 'number',
      hint: `Empty: ${policies.maxBackoffHours}.`,
    },
    {
      name: 'pollDelaySeconds',
      label: 'Delay at its host in seconds',
      kind: 'number',
      hint: 'Empty: the default.',
    },
    {
      name: 'failurePolicy',
      label: 'Failure policy',
      kind: 'choice',
      options: [
        ['', `default (${policies.default})`],
        ['typed', 'typed: by the type of the error'],
        ['permanent', 'permanent: disables the source'],
        ['quarantine', 'quarantine: until a person looks'],
      ],
    },
    {
      name: 'maxFailures',
      label: 'Failures until then',
      kind: 'number',
      hint: 'For the policies permanent and quarantine. Empty: the default.',
    },
    {
      name: 'aggregate',
      label: 'Posts',
      kind: 'choice',
      options: [
        ['', 'as usual for its type'],
        ['true', 'as one digest'],
        ['false', 'one by one'],
      ],
    },
    ...(source.type === 'watchlist'
      ? ([
          {
            name: 'articleSelector',
            label: 'CSS selector of article links',
            kind: 'text',
            hint: 'Empty: found by itself.',
          },
        ] as const)
      : []),
  ];
}

export const draftOf = (source: Source, fields: readonly EditField[]): Draft =>
  Object.fromEntries(fields.map(({ name }) => [name, written(source[name])]));

export const written = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Only what differs from what was there when the form was opened. */
export function patchOf(draft: Draft, before: Source, fields: readonly EditField[]): SourcePatch {
  const changed = fields.filter(({ name }) => (draft[name] ?? '').trim() !== written(before[name]));
  return Object.fromEntries(changed.map((field) => [field.name, givenValue(field, draft[field.name] ?? '')]));
}

function givenValue({ name, kind }: EditField, text: string): unknown {
  const trimmed = text.trim();
  if (name === 'name' || name === 'type') return trimmed;
  if (trimmed === '') return null;
  if (kind === 'number') return Number(trimmed);
  return name === 'aggregate' ? trimmed === 'true' : trimmed;
}

export interface Conflict {
  field: EditField;
  mine: string;
  theirs: string;
}

/** What both have changed, and not to the same. */
export function conflictsOf(
  draft: Draft,
  before: Source,
  theirs: Source,
  fields: readonly EditField[],
): Conflict[] {
  return fields.flatMap((field) => {
    const [was, mine, now] = [
      written(before[field.name]),
      (draft[field.name] ?? '').trim(),
      written(theirs[field.name]),
    ];
    return mine !== was && now !== was && mine !== now ? [{ field, mine, theirs: now }] : [];
  });
}
