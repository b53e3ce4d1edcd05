import { describe, expect, it } from '@jest/globals';
import { createAllowList } from './allow-list.js';

describe('createAllowList', () => {
  it.each([
    ['127.0.0.0/8', '127.9.9.9', true],
    ['127.0.0.0/8', '::ffff:127.0.0.1', true],
    ['127.0.0.0/8', '128.0.0.1', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.1.2.3/0', '192.168.0.1', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['[::1]', '::1', true],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    [' 10.0.0.0/8 ', '10.0.0.1', true],
    ['localhost', '127.0.0.1', false],
  ])('with %j on the list, judges the address %s: %s', (entry, address, expected) => {
    expect(createAllowList([entry]).allowsAddress(address)).toBe(expected);
  });

  it.each([
    ['localhost', 'localhost', true],
    ['localhost', 'LOCALHOST.', true],
    ['Feeds.Internal.', 'feeds.internal', true],
    ['feeds.internal', 'other.feeds.internal', false],
    ['feeds.internal', 'feeds.internal.evil.example', false],
    ['my_service', 'my_service', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['10.0.0.0/8', '10.0.0.1', false],
  ])('with %j on the list, judges the name %s: %s', (entry, host, expected) => {
    expect(createAllowList([entry]).allowsName(host)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0/8',
    '10.0.0',
    '256.1.1.1',
    '0x7f.1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'host:80',
    'http://host',
    '*.internal',
    'a b',
    '-host',
    'host..internal',
    'fe80::1%eth0',
  ])('rejects the entry %j by name', (entry) => {
    expect(() => createAllowList(['localhost', entry])).toThrow(`"${entry}" is neither a host name`);
  });
});
