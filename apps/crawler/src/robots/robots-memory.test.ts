import { describe, expect, it } from '@jest/globals';
import { createRobotsMemory } from './robots-memory.js';

const at = new Date('2026-03-01T12:00:00Z');
const rules = (text: string) => ({ at, answer: { kind: 'rules' as const, text } });

describe('the memory of robots.txt', () => {
  it('recalls the newest rules of an origin', () => {
    const memory = createRobotsMemory();
    memory.remember('a', rules('old'));
    memory.remember('a', rules('new'));
    expect(memory.recall('a')).toEqual(rules('new'));
    expect(memory.recall('b')).toBeUndefined();
  });

  it('forgets the oldest origins when there are too many', () => {
    const memory = createRobotsMemory();
    for (let index = 0; index < 1500; index += 1) memory.remember(`origin-${index}`, rules(''));
    expect(memory.recall('origin-499')).toBeUndefined();
    expect(memory.recall('origin-500')).toEqual(rules(''));
  });

  it('keeps only as many long files as fit', () => {
    const memory = createRobotsMemory();
    const long = rules('x'.repeat(500 * 1024));
    for (let index = 0; index < 40; index += 1) memory.remember(`origin-${index}`, long);
    const kept = Array.from({ length: 40 }, (_, index) => memory.recall(`origin-${index}`)).filter(Boolean);
    expect(kept).toHaveLength(32);
    for (let again = 0; again < 100; again += 1) memory.remember('origin-39', rules(''));
    memory.remember('one more', long);
    expect(memory.recall('origin-8')).toBeDefined();
  });
});
