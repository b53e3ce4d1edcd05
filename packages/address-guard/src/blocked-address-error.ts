/** A connection that was not made because its address is not on the public internet. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'EBLOCKED';

  constructor(host: string, address: string | null = null) {
    super(`${host}${address && address !== host ? ` (${address})` : ''} is not a public address`);
  }
}
