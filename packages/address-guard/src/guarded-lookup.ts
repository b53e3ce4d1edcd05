import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockedAddressError } from './blocked-address-error.js';

/** `dns.lookup` asked for all addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The lookup that the socket itself uses: the address that was checked is the address that is connected to,
 * so a name that answers differently the second time gains nothing.
 */
export function createGuardedLookup(
  resolve: Resolve,
  mayConnect: (host: string, address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      const refused = addresses.find(({ address }) => !mayConnect(hostname, address));
      if (refused || !first) return callback(new BlockedAddressError(hostname, refused?.address ?? null), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
