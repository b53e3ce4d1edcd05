import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DeadlineError, inTime, inTimeOr, startDeadline } from './deadline.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
const LONG = 3600;

describe('startDeadline', () => {
  it('aborts when the time for the whole is over', async () => {
    const deadline = startDeadline(0.01);
    await expect(untilAborted(deadline.signal)).rejects.toThrow(new DeadlineError({ seconds: 0.01 }));
    expect(deadline.elapsed()).toEqual({ seconds: 0.01 });
    deadline.clear();
  });

  it('aborts when the time of a step is over, and names what it waited for', async () => {
    const deadline = startDeadline(LONG);
    deadline.allow(LONG, 'headers');
    deadline.allow(0.01, 'the body');
    await expect(untilAborted(deadline.signal)).rejects.toThrow('timeout after 0.01s waiting for the body');
    expect(deadline.elapsed()).toEqual({ seconds: 0.01, waitingFor: 'the body' });
    deadline.clear();
  });

  it('does not count a pause', async () => {
    const deadline = startDeadline(0.05);
    deadline.allow(0.01, 'a step');
    const goOn = deadline.pause();
    await sleep(100);
    expect(deadline.elapsed()).toBeNull();
    goOn();
    await expect(untilAborted(deadline.signal)).rejects.toThrow('timeout after 0.05s');
    deadline.clear();
  });

  it('passes a stop on with its reason, and does not count it as elapsed time', () => {
    const stop = new AbortController();
    const deadline = startDeadline(LONG, stop.signal);
    stop.abort('stopping');
    expect(deadline.signal.reason).toBe('stopping');
    expect(deadline.elapsed()).toBeNull();
    deadline.clear();
  });

  it('is aborted from the start, given a stop that came before', () => {
    const deadline = startDeadline(LONG, AbortSignal.abort('stopping'));
    expect(deadline.signal.aborted).toBe(true);
    deadline.clear();
  });

  it('gives the alternative for work that is too late, and for all that comes after', async () => {
    const deadline = startDeadline(0.01);
    expect(await deadline.within(async () => 'result', 'too late')).toBe('result');
    expect(await deadline.within(untilAborted, 'too late')).toBe('too late');
    expect(await deadline.within(async () => 'result', 'too late')).toBe('too late');
    deadline.clear();
  });

  it('throws the reason of a stop, and errors of the work itself', async () => {
    const stop = new AbortController();
    const deadline = startDeadline(LONG, stop.signal);
    await expect(
      deadline.within<string>(() => Promise.reject(new Error('broken')), 'too late'),
    ).rejects.toThrow('broken');
    const work = deadline.within<string>(untilAborted, 'too late');
    stop.abort(new Error('stopping'));
    await expect(work).rejects.toThrow('stopping');
    deadline.clear();
  });
});

describe('inTime', () => {
  it('passes results and errors on', async () => {
    expect(await inTime(Promise.resolve(7), LONG)).toBe(7);
    await expect(inTime(Promise.reject(new Error('broken')), LONG)).rejects.toThrow('broken');
  });

  it('gives the alternative when the work takes too long', async () => {
    expect(await inTimeOr(Promise.resolve('result'), LONG, 'too late')).toBe('result');
    expect(await inTimeOr(new Promise<string>(() => {}), 0.01, 'too late')).toBe('too late');
  });

  it('rejects when the work takes too long', async () => {
    await expect(inTime(new Promise(() => {}), 0.01)).rejects.toThrow(new DeadlineError({ seconds: 0.01 }));
  });
});
