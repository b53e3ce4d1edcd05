import { BlockList, isIP } from 'node:net';
import { addBlock, familyOf, withoutZone } from './address-block.js';

/** IANA's special-purpose IPv4 blocks, multicast and the reserved top. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * IPv6 is allowed by block, not denied by block: loopback, mapped IPv4, NAT64, unique local and link-local
 * addresses all lie outside global unicast, and so does whatever IANA reserves next.
 */
const GLOBAL_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Azure serves the secrets of its machines at a public address. Those of other clouds are in the blocks above. */
const METADATA = ['168.63.129.16'];

const special = blocks([...SPECIAL_IPV4, ...SPECIAL_IPV6, ...METADATA]);
const globalIpv6 = blocks(GLOBAL_IPV6);

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const plain = withoutZone(address);
  const family = familyOf(plain);
  if (special.check(plain, family)) return false;
  return family === 'ipv4' || globalIpv6.check(plain, family);
}

function blocks(cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) addBlock(list, cidr);
  return list;
}
