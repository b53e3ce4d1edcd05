import type { Source, VersionMatch } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import type { Response } from 'express';

const etagOf = (version: number): string => `"${version}"`;

/** How a source fares changes without a new version: the tag is for If-Match, and no reason to keep an answer. */
export function tagged(response: Response, source: Source): Source {
  response.set({ etag: etagOf(source.version), 'cache-control': 'no-cache' });
  return source;
}

export function requireVersion(match: VersionMatch | undefined, version: number): void {
  if (match === undefined || match === 'any' || match.includes(etagOf(version))) return;
  throw new Problem(412, 'somebody has changed the source meanwhile: read it again, then decide', {
    headers: { etag: etagOf(version) },
    errors: [{ field: 'If-Match', message: `the current version is ${etagOf(version)}` }],
  });
}
