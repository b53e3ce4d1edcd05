import { describe, expect, it } from '@jest/globals';
import { addressKey } from './rate-limit.js';

describe('addressKey', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', '0:0:0:0'],
  ])('counts %j under %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
