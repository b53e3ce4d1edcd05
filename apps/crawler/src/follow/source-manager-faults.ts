import { ApiError, isPassingTrouble, UnexpectedResponseError } from '@feedwarden/client';
import type { SharedFault } from '@feedwarden/service-kit';

/** What keeps everything waiting that we ask of source-manager; the first that fits counts. */
export const SOURCE_MANAGER_FAULTS: readonly SharedFault[] = [
  {
    causes: (error) => error instanceof UnexpectedResponseError,
    begins: 'source-manager sent an unexpected response: using the last known sources',
    ends: 'source-manager sends expected responses again',
    level: 'error',
  },
  {
    causes: isPassingTrouble,
    begins: 'source-manager unavailable: using the last known sources',
    ends: 'source-manager available again',
    level: 'warn',
  },
  {
    // A refused token concerns all requests, and can be corrected. Other refusals concern one request.
    causes: (error) => error instanceof ApiError && [401, 403].includes(error.status),
    begins: 'source-manager refuses our token: using the last known sources',
    ends: 'source-manager accepts our token again',
    level: 'error',
  },
];
