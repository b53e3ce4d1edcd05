/** A connection was refused because of its target. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'EBLOCKED';

  private constructor(where: string, why: string) {
    super(`${where} ${why}`);
  }

  static notPublic(host: string, address: string | null = null): BlockedAddressError {
    const found = address && address !== host ? ` (${address})` : '';
    return new BlockedAddressError(`${host}${found}`, 'is not a public address');
  }

  static noWebPort(host: string, port: number): BlockedAddressError {
    return new BlockedAddressError(`port ${port} of ${host}`, 'is not a web port');
  }
}
