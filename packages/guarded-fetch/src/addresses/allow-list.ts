import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { addBlock, familyOf, withoutZone } from './address-block.js';

/** What an operator allows although it is not public. */
export interface AllowList {
  allowsName(host: string): boolean;
  allowsAddress(address: string): boolean;
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

export function createAllowList(entries: string[]): AllowList {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of entries) {
    if (addBlock(addresses, withoutBrackets(entry.trim()))) continue;
    const name = hostName(entry);
    if (name === null)
      throw new Error(
        `"${entry}" is neither a host name, nor an IP address, nor a CIDR block such as 10.0.0.0/8`,
      );
    names.add(name);
  }
  return {
    allowsName: (host) => names.has(canonicalName(host)),
    allowsAddress: (address) => {
      const plain = withoutZone(address);
      return isIP(plain) !== 0 && addresses.check(plain, familyOf(plain));
    },
  };
}

/** Whether it is a host name, an IP address or a CIDR block. */
export function isAllowListEntry(entry: string): boolean {
  return addBlock(new BlockList(), withoutBrackets(entry.trim())) || hostName(entry) !== null;
}

function hostName(entry: string): string | null {
  const written = canonicalName(entry);
  // `10.0.0` is an address to some programs and a name to others, so it is refused.
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(written)) return null;
  // domainToASCII stops at the first of these characters and drops the rest.
  if (/[/:?#@\\\s]/.test(written)) return null;
  const name = domainToASCII(written);
  const valid = name.length > 0 && name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
  return valid ? name : null;
}

function canonicalName(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, '');
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
