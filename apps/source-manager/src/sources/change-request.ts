import type { VersionMatch } from '@feedwarden/contracts';
import type { Caller } from '@feedwarden/service-kit';

/** Who wants which source changed, and in which version they have seen it (undefined: whichever). */
export interface ChangeRequest {
  id: string;
  actor: string;
  ifMatch?: VersionMatch | undefined;
}

/** What the routes that change a source have in common. */
export interface ChangeCall {
  params: { id: string };
  headers: { 'If-Match'?: VersionMatch | undefined };
  caller: Caller;
}

export function changeRequest({ params, headers, caller }: ChangeCall): ChangeRequest {
  return { id: params.id, actor: caller.subject, ifMatch: headers['If-Match'] };
}
