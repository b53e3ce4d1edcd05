import { lookup } from 'node:dns';
import { createAllowList } from './allow-list.js';
import { BlockedAddressError } from './blocked-address-error.js';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents.js';
import type { Resolve } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';

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

/** Throws when an entry of `allow` is not a host name, an address or a block. */
export function createAddressGuard({ allow, resolve = lookup }: AddressGuardOptions): AddressGuard {
  const allowed = createAllowList(allow);
  const judge: AddressGuard['judge'] = (host, address, port) => {
    if (allowed.allowsName(host) || allowed.allowsAddress(address)) return null;
    if (!isPublicAddress(address)) return BlockedAddressError.notPublic(host, address);
    return REFUSED_PORTS.has(port) ? BlockedAddressError.noWebPort(host, port) : null;
  };
  return { agents: createGuardedAgents({ judge, resolve }), judge };
}

/**
 * The ports that browsers refuse (the Fetch standard's "bad ports"): mail, chat, shells and databases, some of which
 * would take the lines of a request for commands. No feed is served there.
 */
const REFUSED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
