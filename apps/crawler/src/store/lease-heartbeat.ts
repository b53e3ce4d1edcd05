import type { Logger } from '@feedwarden/service-kit';
import { HEARTBEAT_MS } from './host-leases.js';

/** Keeps the leases of this crawler alive for as long as it is. */
export function createLeaseHeartbeat(renew: () => Promise<void>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      timer = setInterval(() => {
        renew().catch((error: unknown) => logger.error({ err: error }, 'the leases could not be renewed'));
      }, HEARTBEAT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
