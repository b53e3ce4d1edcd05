import { type BlockList, isIP, isIPv6 } from 'node:net';

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** `fe80::1%eth0` is an address to `isIP`, but not to a BlockList. */
export function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/** Adds `10.0.0.0/8` or a single address; false when the text is neither. */
export function addBlock(list: BlockList, text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return false;
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix);
  if (length > longest) return false;
  list.addSubnet(address, length, family);
  return true;
}
