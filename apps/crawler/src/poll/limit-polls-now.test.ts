import { describe, expect, it } from '@jest/globals';
import { limitPollsNow } from './limit-polls-now.js';
import type { PollNowResult } from './poll-now.js';

/** Polls that end when the test says. */
function heldPolls() {
  const ends: ((result: PollNowResult) => void)[] = [];
  return { ends, pollNow: () => new Promise<PollNowResult>((resolve) => ends.push(resolve)) };
}

describe('limitPollsNow', () => {
  it('Given as many polls as allowed, when one more is asked for, then it is too many, until one has ended', async () => {
    const { ends, pollNow } = heldPolls();
    const limited = limitPollsNow(pollNow, 2);
    const running = [limited.pollNow('a'), limited.pollNow('b')];
    expect(await limited.pollNow('c')).toEqual({ kind: 'too_many' });
    expect(limited.underWay()).toBe(2);

    ends[0]?.({ kind: 'no_feed' });
    expect(await running[0]).toEqual({ kind: 'no_feed' });
    const third = limited.pollNow('c');
    expect(ends).toHaveLength(3);
    for (const end of ends) end({ kind: 'superseded' });
    expect(await third).toEqual({ kind: 'superseded' });
  });

  it('Given a poll that throws, when another is asked for, then there is room for it', async () => {
    const limited = limitPollsNow(() => Promise.reject(new Error('ours')), 1);
    await expect(limited.pollNow('a')).rejects.toThrow('ours');
    await expect(limited.pollNow('a')).rejects.toThrow('ours');
  });

  it('Given a poll that does not end, when patience is over, then it is answered, and still counts', async () => {
    const { pollNow } = heldPolls();
    const limited = limitPollsNow(pollNow, 1, 0.02);
    expect(await limited.pollNow('a')).toEqual({ kind: 'still_polling' });
    expect(await limited.pollNow('b')).toEqual({ kind: 'too_many' });
  });
});
