import { describe, expect, it } from '@jest/globals';
import { progressBar } from './import.js';

describe('progressBar', () => {
  it.each([
    { done: 0, total: 40, filled: 0, says: '  0 %  0 of 40' },
    { done: 20, total: 40, filled: 15, says: ' 50 %  20 of 40' },
    { done: 39, total: 40, filled: 29, says: ' 97 %  39 of 40' },
    { done: 40, total: 40, filled: 30, says: '100 %  40 of 40' },
    { done: 0, total: 0, filled: 30, says: '100 %  0 of 0' },
  ])('is as full as $done of $total', ({ done, total, filled, says }) => {
    expect(progressBar(done, total)).toBe(`[${'█'.repeat(filled)}${'░'.repeat(30 - filled)}] ${says}`);
  });
});
