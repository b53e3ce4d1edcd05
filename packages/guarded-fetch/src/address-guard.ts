import { lookup } from 'node:dns';
import { createAllowList } from './allow-list.js';
import { BlockedAddressError } from './blocked-address-error.js';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents.js';
import type { Resolve } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';
import { isWebPort } from './web-port.js';

export interface AddressGuardOptions {
  /** Host names, IP addresses and CIDR blocks that may be connected to although they are not public, at any port. */
  allow: string[];
  resolve?: Resolve;
}

export interface AddressGuard {
  /** Agents that connect to allowed addresses only; every hop of a redirect goes through them again. */
  agents: GuardedAgents;
  /** Why a connection to `host`, found at `address`, must not be made; null when it may. */
  judge(host: string, address: string, port: number): BlockedAddressError | null;
}

/** Throws when an entry of `allow` is no host name, address or block. */
export function createAddressGuard({ allow, resolve = lookup }: AddressGuardOptions): AddressGuard {
  const allowed = createAllowList(allow);
  const judge: AddressGuard['judge'] = (host, address, port) => {
    if (allowed.allowsName(host) || allowed.allowsAddress(address)) return null;
    if (!isPublicAddress(address)) return BlockedAddressError.notPublic(host, address);
    return isWebPort(port) ? null : BlockedAddressError.noWebPort(host, port);
  };
  return { agents: createGuardedAgents({ judge, resolve }), judge };
}
