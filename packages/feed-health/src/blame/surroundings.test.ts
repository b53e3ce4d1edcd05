import { describe, expect, it } from '@jest/globals';
import {
  createSurroundings,
  denyingEdge,
  failingSite,
  forgetSurroundings,
  noteSurroundings,
  type SeenPoll,
} from './surroundings.js';
import { minute } from './testing/sample-siblings.js';

const seen = (place: number, traits: Partial<SeenPoll> = {}): SeenPoll => ({
  sourceId: `feed ${place}`,
  host: `host${place}.example`,
  site: `site${place}.example`,
  edge: 'edge',
  result: 'denied',
  at: minute(place),
  ...traits,
});

function after(polls: SeenPoll[]) {
  const surroundings = createSurroundings();
  for (const poll of polls) noteSurroundings(surroundings, poll);
  return surroundings;
}

const range = (count: number) => Array.from({ length: count }, (_, place) => place);

describe('a site', () => {
  const failures = (count: number) => range(count).map((place) => seen(place, { site: 'blogs.example' }));

  it('is blamed when five of its hosts failed in a row', () => {
    expect(failingSite(after(failures(4)), 'blogs.example')).toBeNull();
    expect(failingSite(after(failures(5)), 'blogs.example')).toMatchObject({
      since: minute(0),
      failing: range(5).map((place) => ({ host: `host${place}.example` })),
    });
  });

  it('is not blamed when one of its hosts fails five times', () => {
    const polls = range(5).map((place) => seen(place, { site: 'blogs.example', host: 'one.example' }));
    expect(failingSite(after(polls), 'blogs.example')).toBeNull();
  });

  it('starts anew after a success of any of its hosts', () => {
    const good = seen(9, { site: 'blogs.example', result: 'good' });
    expect(failingSite(after([...failures(4), good, ...failures(4)]), 'blogs.example')).toBeNull();
  });

  it('is forgotten when its incident is over', () => {
    const surroundings = after(failures(5));
    forgetSurroundings(surroundings, 'site', 'blogs.example');
    expect(failingSite(surroundings, 'blogs.example')).toBeNull();
  });

  it('is forgotten when ten thousand others have failed since', () => {
    const surroundings = after([...failures(5), ...range(10_000).map((place) => seen(place))]);
    expect(failingSite(surroundings, 'blogs.example')).toBeNull();
    expect(surroundings.sites.size).toBe(10_000);
  });
});

describe('an edge', () => {
  const mixed = (denied: number, good: number) => [
    ...range(denied).map((place) => seen(place)),
    ...range(good).map((place) => seen(denied + place, { result: 'good' })),
  ];

  it('is blamed when it denies six of the last ten sites', () => {
    expect(denyingEdge(after(mixed(5, 5)), 'edge')).toBeNull();
    expect(denyingEdge(after(mixed(6, 4)), 'edge')?.failing).toHaveLength(6);
  });

  it('is not blamed before ten sites were seen', () => {
    expect(denyingEdge(after(mixed(9, 0)), 'edge')).toBeNull();
  });

  it('counts a site once', () => {
    const same = range(10).map((place) => seen(place, { site: 'one.example' }));
    expect(denyingEdge(after(same), 'edge')).toBeNull();
  });

  it('has nothing to do with failures other than denials', () => {
    const failed = range(10).map((place) => seen(place, { result: 'other_failure' }));
    expect(denyingEdge(after(failed), 'edge')).toBeNull();
  });
});
