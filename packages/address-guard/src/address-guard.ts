import { lookup } from 'node:dns';
import { createAllowList } from './allow-list.js';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents.js';
import { createGuardedLookup, type Resolve } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';

export interface AddressGuardOptions {
  /** Host names, IP addresses and CIDR blocks that may be connected to although they are not public. */
  allow: string[];
  resolve?: Resolve;
}

export interface AddressGuard {
  /** Agents that connect to allowed addresses only; every hop of a redirect goes through them again. */
  agents: GuardedAgents;
  /** Whether a connection to `host`, found at `address`, may be made. */
  mayConnect(host: string, address: string): boolean;
}

/** Throws when an entry of `allow` is no host name, address or block. */
export function createAddressGuard({ allow, resolve = lookup }: AddressGuardOptions): AddressGuard {
  const allowed = createAllowList(allow);
  const mayConnect = (host: string, address: string) =>
    allowed.allowsName(host) || allowed.allowsAddress(address) || isPublicAddress(address);
  return {
    agents: createGuardedAgents({ mayConnect, lookup: createGuardedLookup(resolve, mayConnect) }),
    mayConnect,
  };
}
