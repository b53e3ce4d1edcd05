import { describe, expect, it } from '@jest/globals';
import { howItEnds } from './how-it-ends.js';

const open = { state: 'open', closeReason: null, votes: [] } as const;
const ends = (changes: Partial<Parameters<typeof howItEnds>[0]>) =>
  howItEnds({ ...open, votes: [], ...changes });

describe('what must happen for an incident to be over', () => {
  it('is a probe that succeeds', () => {
    expect(ends({})).toContain('polled for all when the next probe is due');
    expect(ends({})).not.toContain('person');
  });

  it('is another good response after the first one, whatever the order', () => {
    expect(ends({ votes: [true] })).toMatch(/^One of its feeds responded well/);
    expect(ends({ votes: [true, false] })).toBe(ends({ votes: [true] }));
    expect(ends({ votes: [false] })).toBe(ends({}));
  });

  it('is left to a person after days', () => {
    expect(ends({ state: 'lost' })).toContain('a person should look. Nothing was disabled.');
  });

  it.each([
    ['recovered', 'responded well'],
    ['absorbed', 'wider incident'],
    ['by_hand', 'person'],
    ['no_feeds', 'no feed was left'],
  ] as const)('has happened when it was closed: %s', (closeReason, words) => {
    expect(ends({ state: 'closed', closeReason })).toContain(words);
  });
});
