import type { Logger } from '@feedwarden/service-kit';
import { HEARTBEAT_MS } from './host-leases.js';

/** Keeps the leases of this crawler alive for as long as it is. */
export function createLeaseHeartbeat(renew: () => Promise<void>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let beating = false;

  /** A database that takes longer than a beat gets no second question on top of the first. */
  async function beat(): Promise<void> {
    if (beating) return;
    beating = true;
    try {
      await renew();
    } catch (error) {
      logger.error({ err: error }, 'the leases could not be renewed');
    }
    beating = false;
  }

  return {
    start: () => {
      timer = setInterval(() => void beat(), HEARTBEAT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
