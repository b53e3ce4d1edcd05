import { NO_SUCH_SOURCE, type Source, type VersionMatch } from '@feedwarden/contracts';
import { type Caller, Problem } from '@feedwarden/service-kit';
import type { Response } from 'express';
import { withoutSecrets } from './secret-urls.js';

/** A request to change one source. Without `ifMatch` any version may be changed. */
export interface ChangeRequest {
  id: string;
  caller: Caller;
  ifMatch?: VersionMatch | undefined;
}

/** The part that all calls that change a source have in common. */
export interface ChangeCall {
  params: { id: string };
  headers: { 'If-Match'?: VersionMatch | undefined };
  caller: Caller;
}

export function changeRequest({ params, headers, caller }: ChangeCall): ChangeRequest {
  return { id: params.id.toLowerCase(), caller, ifMatch: headers['If-Match'] };
}

/** The value, or 404 if the source does not exist. */
export function found<Value>(value: Value | null): Value {
  if (value === null) throw noSuchSource();
  return value;
}

export const noSuchSource = () => new Problem(404, NO_SUCH_SOURCE);

const etagOf = (version: number): string => `"${version}"`;

/** Health changes without a new version, so the ETag serves If-Match and must not be used for caching. */
export function tagged({ caller, response }: { caller: Caller; response: Response }, source: Source): Source {
  response.set({ etag: etagOf(source.version), 'cache-control': 'no-cache' });
  return visibleTo(caller, source);
}

/** People who may change sources; and crawlers, which follow a source by every response about it. */
export const seesSecrets = (caller: Caller): boolean =>
  caller.scopes.has('sources:write') || caller.scopes.has('crawler');

export function visibleTo(caller: Caller, source: Source): Source {
  return seesSecrets(caller) ? source : withoutSecrets(source);
}

export function requireVersion(match: VersionMatch | undefined, version: number): void {
  if (match === undefined || match === 'any' || match.includes(etagOf(version))) return;
  throw new Problem(412, 'the source has changed since you read it; read it again before you change it', {
    headers: { etag: etagOf(version) },
    errors: [{ field: 'If-Match', message: `the current version is ${etagOf(version)}` }],
  });
}

/** Aborted when the client disconnects, so that long work can stop early. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
