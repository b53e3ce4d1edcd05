import { describe, expect, it } from '@jest/globals';
import { availableMemory, hostsInMemory } from './hosts-at-once.js';

const MB = 1024 * 1024;

describe('hostsInMemory', () => {
  it.each([
    ['as many as have room in a quarter of the memory', 8192, 10, 204],
    ['more of them when bodies are smaller', 8192, 5, 409],
    ['never fewer than a small machine can poll', 512, 10, 50],
    ['never more than one machine can poll', 1_000_000, 10, 500],
  ])('is %s', (_given, memoryMb, bodyMb, hosts) => {
    expect(hostsInMemory(memoryMb * MB, bodyMb * MB)).toBe(hosts);
  });
});

describe('availableMemory', () => {
  it('is a part of a real machine', () => {
    expect(availableMemory()).toBeGreaterThan(64 * MB);
    expect(availableMemory()).toBeLessThan(1e15);
  });
});
