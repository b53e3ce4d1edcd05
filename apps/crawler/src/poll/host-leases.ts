import type { HostLease } from './ports.js';

/** What polling needs to share its hosts with other crawlers. */
export interface HostLeases {
  claimDue(limit: number): Promise<HostLease[]>;
  /** Claims hosts whose holder has fallen silent. */
  claimAbandoned(limit: number): Promise<HostLease[]>;
  /** Claims one host, due or not; null while somebody else has it. */
  claim(host: string): Promise<HostLease | null>;
  release(lease: HostLease): Promise<void>;
}
