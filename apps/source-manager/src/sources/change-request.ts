import { callerOf } from '@feedwarden/service-kit';
import type { Request, Response } from 'express';
import { sourceId } from './source-id.js';
import { readVersionMatch, type VersionMatch } from './version-match.js';

/** Who wants which source changed, and in which version they have seen it (undefined: whichever). */
export interface ChangeRequest {
  id: string;
  actor: string;
  ifMatch?: VersionMatch | undefined;
}

export function readChangeRequest(request: Request, response: Response): ChangeRequest {
  return {
    id: sourceId(request.params.id),
    actor: callerOf(response).subject,
    ifMatch: readVersionMatch(request.get('if-match')),
  };
}
