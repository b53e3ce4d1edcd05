import { describe, expect, it } from '@jest/globals';
import { webAddresses } from '../sources/web-url.js';
import { discoveryRequestSchema } from './discovery.js';

describe('the address to look at', () => {
  it.each([
    ['https://example.org/feed', ['https://example.org/feed']],
    ['HTTP://example.org', ['HTTP://example.org']],
    ['example.org', ['https://example.org', 'http://example.org']],
    ['example.org:8080/x?y', ['https://example.org:8080/x?y', 'http://example.org:8080/x?y']],
    ['localhost:3000', ['https://localhost:3000', 'http://localhost:3000']],
    ['ftp://example.org', []],
    ['file:///etc/passwd', []],
    ['', []],
    ['two words', []],
  ])('of %j means %j', (text, addresses) => {
    expect(webAddresses(text)).toEqual(addresses);
    expect(discoveryRequestSchema.safeParse({ url: text }).success).toBe(addresses.length > 0);
  });

  it.each([
    { url: 'example.org', type: 'twitter' },
    { url: 'example.org', typ: 'rss' },
    { url: 'x'.repeat(3000) },
    {},
  ])('is rejected in %j', (request) => {
    expect(discoveryRequestSchema.safeParse(request).success).toBe(false);
  });
});
