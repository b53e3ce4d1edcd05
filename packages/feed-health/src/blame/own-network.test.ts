import { describe, expect, it } from '@jest/globals';
import {
  afterCanaries,
  canaries,
  notePoll,
  ONLINE,
  type OwnNetwork,
  ownNetworkState,
  type PolledSite,
  suspectsUs,
} from './own-network.js';
import { minute } from './testing/sample-siblings.js';

type Result = PolledSite['result'];
const poll = (place: number, result: Result, at: Date): PolledSite => ({
  sourceId: `feed ${place}`,
  host: `www.site${place}.example`,
  site: `site${place}.example`,
  result,
  isChronic: false,
  at,
});

/** Sites polled one after another, ten seconds apart. */
function after(results: Result[], from: OwnNetwork = ONLINE, first = 0, begin = 0): OwnNetwork {
  return results.reduce(
    (state, result, index) => notePoll(state, poll(first + index, result, minute(begin + index / 6))),
    from,
  );
}

const good = after(Array<Result>(10).fill('good'));
const failures = (count: number): Result[] => Array<Result>(count).fill('transport');

describe('suspicion against our own network', () => {
  it('begins with five sites that fail in a row', () => {
    const now = minute(2.5);
    expect(suspectsUs(after(failures(4), good, 20, 1.6), now)).toBe(false);
    expect(suspectsUs(after(failures(5), good, 20, 1.6), now)).toBe(true);
  });

  it('begins when nothing has succeeded for a minute', () => {
    const failing = after(failures(1), good, 20, 2);
    expect(suspectsUs(failing, minute(2))).toBe(false);
    expect(suspectsUs(failing, minute(3))).toBe(true);
  });

  it('begins when six of the last twenty sites failed', () => {
    const third: Result[] = ['transport', 'good', 'good'];
    const mixed = (times: number) => after(Array(times).fill(third).flat(), ONLINE);
    expect(suspectsUs(mixed(5), minute(2.5))).toBe(false);
    expect(suspectsUs(mixed(6), minute(3))).toBe(true);
  });

  it('does not come from responses, however bad', () => {
    expect(suspectsUs(after(Array<Result>(9).fill('other_failure'), good, 20, 1.6), minute(2.5))).toBe(false);
  });

  it('does not count a site that has failed for long among the last twenty', () => {
    const chronic = { ...poll(0, 'transport', minute(0)), isChronic: true };
    expect(notePoll(good, chronic).recent).toEqual(good.recent);
  });

  it('rests for half a minute after the canaries were asked', () => {
    const checked = afterCanaries(after(failures(5), good, 20, 1.6), 1, minute(2.5));
    expect(suspectsUs(checked, minute(2.9))).toBe(false);
    expect(suspectsUs(checked, minute(3))).toBe(true);
  });
});

describe('canaries', () => {
  it('are the five hosts of different sites that responded well last', () => {
    const again = notePoll(good, { ...poll(9, 'good', minute(3)), host: 'feeds.site9.example' });
    expect(canaries(again)).toEqual([
      'www.site5.example',
      'www.site6.example',
      'www.site7.example',
      'www.site8.example',
      'feeds.site9.example',
    ]);
  });

  it.each([
    [0, 'online'],
    [1, 'online'],
    [2, 'degraded'],
    [3, 'degraded'],
    [4, 'offline'],
    [5, 'offline'],
  ] as const)('say, when %i are lost, that we are %s', (lost, state) => {
    expect(ownNetworkState(afterCanaries(good, lost, minute(3)), minute(3))).toBe(state);
  });

  it('leave us degraded for five minutes', () => {
    const state = afterCanaries(good, 2, minute(0));
    expect([4.9, 5].map((at) => ownNetworkState(state, minute(at)))).toEqual(['degraded', 'online']);
  });

  it('remember since when we are offline, and bring us back without suspicion', () => {
    const failing = after(failures(5), good, 20, 1.6);
    const twice = afterCanaries(afterCanaries(failing, 5, minute(3)), 5, minute(4));
    expect(twice.offlineSince).toEqual(minute(3));
    const back = afterCanaries(twice, 0, minute(5));
    expect(back).toMatchObject({ offlineSince: null, failing: [], counted: [] });
    expect(suspectsUs(notePoll(back, poll(1, 'good', minute(5))), minute(6))).toBe(false);
  });
});

describe('failures that may have been ours', () => {
  it('are remembered until the next success anywhere', () => {
    const failing = after(failures(2), good, 20, 2);
    expect(failing.counted.map(({ sourceId }) => sourceId)).toEqual(['feed 20', 'feed 21']);
    expect(notePoll(failing, poll(1, 'good', minute(3))).counted).toEqual([]);
  });
});
