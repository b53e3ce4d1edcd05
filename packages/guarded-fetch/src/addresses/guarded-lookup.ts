import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockedAddressError } from './blocked-address-error.js';

/** `dns.lookup` asked for all addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Why a connection to `host`, found at `address`, must not be made; null when it may. */
export type Judge = (host: string, address: string) => BlockedAddressError | null;

/**
 * The socket itself uses this lookup, so the checked address is the one connected to, and
 * a name that resolves differently the second time gains nothing.
 */
export function createGuardedLookup(resolve: Resolve, judge: Judge): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first) return callback(BlockedAddressError.notPublic(hostname), []);
      for (const { address } of addresses) {
        const refusal = judge(hostname, address);
        if (refusal) return callback(refusal, []);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
