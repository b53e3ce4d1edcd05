import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each([
    ['the metadata service', '169.254.169.254'],
    ["Azure's metadata service", '168.63.129.16'],
    ["Alibaba's metadata service", '100.100.100.200'],
    ["Oracle's metadata service", '192.0.0.192'],
    ["Amazon's metadata service by IPv6", 'fd00:ec2::254'],
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['the far end of loopback', '127.255.255.254'],
    ['ten', '10.0.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['the start of 172.16/12', '172.16.0.1'],
    ['the end of 172.16/12', '172.31.255.255'],
    ['a home network', '192.168.1.1'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '203.0.113.7'],
    ['benchmarking', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 loopback, written out', '0:0:0:0:0:0:0:1'],
    ['IPv6 unspecified', '::'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['a mapped public address', '::ffff:8.8.8.8'],
    ['compatible loopback', '::127.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['new IPv6 documentation', '3fff::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 multicast', 'ff02::1'],
    ['no address at all', 'example.com'],
    ['nothing', ''],
  ])('denies %s: %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2A00:1450::8A',
    '2001:4860:4860::8888',
  ])('allows the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
