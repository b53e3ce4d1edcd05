import { Problem } from '@feedwarden/service-kit';

/** What `If-Match` asks for: one of these tags, or any. */
export type VersionMatch = readonly string[] | 'any';

const TAG = '(?:W/)?"[^"]*"';
const TAGS = new RegExp(String.raw`^${TAG}(?:\s*,\s*${TAG})*$`);

export const etagOf = (version: number): string => `"${version}"`;

/** A weak tag is kept and matches nothing: who asks to change a source must know exactly which. */
export function readVersionMatch(header: string | undefined): VersionMatch | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (text === '*') return 'any';
  if (TAGS.test(text)) return text.match(new RegExp(TAG, 'g')) ?? [];
  throw new Problem(400, 'the header If-Match is not valid', {
    errors: [{ field: 'If-Match', message: 'must be * or versions in quotes, like "3" or "3", "4"' }],
  });
}

export function requireVersion(match: VersionMatch | undefined, version: number): void {
  if (match === undefined || match === 'any' || match.includes(etagOf(version))) return;
  throw new Problem(412, 'somebody has changed the source meanwhile: read it again, then decide', {
    headers: { etag: etagOf(version) },
    errors: [{ field: 'If-Match', message: `the current version is ${etagOf(version)}` }],
  });
}
