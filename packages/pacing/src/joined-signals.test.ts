import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { underSignals } from './joined-signals.js';

const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

describe('underSignals', () => {
  it('aborts the work with the reason of the first signal', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const reason = underSignals([one.signal, two.signal], aborted);
    two.abort('two');
    one.abort('one');
    expect(await reason).toBe('two');
  });

  it('begins aborted when one of them is', async () => {
    const signals = [new AbortController().signal, AbortSignal.abort('before')];
    expect(await underSignals(signals, async (signal) => signal.reason)).toBe('before');
  });

  it.each([
    ['succeeds', async () => 'done'],
    ['fails', async () => Promise.reject(new Error('failed'))],
  ])('leaves nothing at the signals when the work %s', async (_how, work) => {
    const { signal } = new AbortController();
    await underSignals([signal], work).catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
