import { describe, expect, it } from '@jest/globals';
import { startDeadline } from './deadline.js';

const never = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
const running = () => new AbortController();

describe('startDeadline', () => {
  it('aborts the work and names the time when the time for the whole is over', async () => {
    const deadline = startDeadline(0.01, running().signal);
    expect(await deadline.within(never, 'too late')).toBe('too late');
    expect(deadline.elapsed()).toEqual({ seconds: 0.01 });
    deadline.clear();
  });

  it('names the step whose time is over', async () => {
    const deadline = startDeadline(60, running().signal);
    deadline.allow(60, 'headers');
    deadline.allow(0.01, 'more of the body');
    expect(await deadline.within(never, null)).toBeNull();
    expect(deadline.elapsed()).toEqual({ seconds: 0.01, waitingFor: 'more of the body' });
    deadline.clear();
  });

  it('starts no work after the time is over', async () => {
    const deadline = startDeadline(0.01, running().signal);
    await deadline.within(never, null);
    expect(await deadline.within(async () => 'done', 'too late')).toBe('too late');
    deadline.clear();
  });

  it('throws a stop', async () => {
    const stop = running();
    const deadline = startDeadline(60, stop.signal);
    const work = deadline.within(never, null);
    stop.abort(new Error('stopping'));
    await expect(work).rejects.toThrow('stopping');
    expect(deadline.elapsed()).toBeNull();
    deadline.clear();
  });

  it('passes on what the work throws in time', async () => {
    const deadline = startDeadline(60, running().signal);
    const work = async () => {
      throw new Error('a bug');
    };
    await expect(deadline.within(work, null)).rejects.toThrow('a bug');
    deadline.clear();
  });
});
