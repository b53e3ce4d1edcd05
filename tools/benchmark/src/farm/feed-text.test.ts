import { describe, expect, it } from '@jest/globals';
import { feedText } from './feed-text.js';

const SHAPE = { entries: 35, bytes: 61_000, epoch: Date.UTC(2026, 0, 1) };
const guidsOf = (text: string): string[] => text.match(/<(?:guid|id)[ >][^<]*/g) ?? [];

describe('feedText', () => {
  it('is the same text for the same numbers', () => {
    expect(feedText(7, 1, SHAPE)).toBe(feedText(7, 1, SHAPE));
  });

  it.each([0, 1, 2])('has about the size and exactly the entries asked for, given feed %i', (feed) => {
    const text = feedText(feed, 0, SHAPE);
    expect(text.split(/<(?:item|entry)>/)).toHaveLength(SHAPE.entries + 1);
    expect(Math.abs(text.length - SHAPE.bytes)).toBeLessThan(SHAPE.bytes * 0.25);
  });

  it('has three new entries and drops the three oldest, given the next revision', () => {
    const [before, after] = [guidsOf(feedText(4, 0, SHAPE)), guidsOf(feedText(4, 1, SHAPE))];
    expect(after.filter((guid) => !before.includes(guid))).toHaveLength(3);
    expect(before.filter((guid) => !after.includes(guid))).toHaveLength(3);
  });
});
