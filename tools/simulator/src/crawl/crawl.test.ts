import { describe, expect, it } from '@jest/globals';
import { BEGIN, createWorld, DAY, HOUR, refused, status, type World, webPage } from '../world/world.js';
import { type Crawl, crawlWithBlame, crawlWithoutBlame } from './crawl.js';

const AT = BEGIN + DAY;
/** Enough hosts for canaries, and few enough for a test. */
const SMALL = new Map([
  [1, 12],
  [4, 5],
]);

const disabled = ({ book }: Crawl) => new Set(book.disablings.map(({ known }) => known.feed.id));
const failuresOf = ({ book }: Crawl) =>
  book.feeds.reduce((sum, { stagedFailures }) => sum + stagedFailures, 0);

function failingHost(): World {
  const world = createWorld(1, SMALL);
  world.addHost({ name: 'nitter', feeds: 12, edge: null });
  const fault = { from: AT, to: AT + 2 * DAY, as: status(403), share: 1 };
  world.addFault(({ host }) => host.name === 'nitter', fault);
  return world;
}

describe('a host that denies all its feeds for two days', () => {
  it('loses them when every failure counts', async () => {
    expect(disabled(await crawlWithoutBlame(failingHost(), BEGIN + 5 * DAY)).size).toBe(12);
  });

  it('loses none when the host is blamed, and all are polled within hours of its end', async () => {
    const crawl = await crawlWithBlame(failingHost(), BEGIN + 5 * DAY);
    expect(disabled(crawl).size).toBe(0);
    const own = crawl.book.feeds.filter(({ feed }) => feed.host.name === 'nitter');
    for (const { goodAt, health } of own) {
      expect(goodAt.some((at) => at > AT + 2 * DAY && at < AT + 2 * DAY + 4 * HOUR)).toBe(true);
      expect(health.consecutiveFailures).toBe(0);
    }
    expect(crawl.incidents.filter(({ isHit }) => isHit)).toHaveLength(1);
  });
});

describe('a cut of our own network', () => {
  const cut = () => {
    const world = createWorld(2, SMALL);
    world.cuts.push({ from: AT, to: AT + 6 * HOUR, as: refused, share: 1 });
    return world;
  };

  it('costs a few polls, and counts against nobody', async () => {
    const crawl = await crawlWithBlame(cut(), AT + 6 * HOUR);
    expect(failuresOf(crawl)).toBeLessThan(20);
    expect(crawl.book.feeds.filter(({ isHit, health }) => isHit && health.consecutiveFailures > 1)).toEqual(
      [],
    );
    expect(failuresOf(await crawlWithoutBlame(cut(), AT + 6 * HOUR))).toBeGreaterThan(60);
  });
});

describe('a feed that dies alone', () => {
  const dying = () => {
    const world = createWorld(3, SMALL);
    const [feed] = world.addHost({ name: 'alive', feeds: 6, edge: null }).feeds;
    if (feed) Object.assign(feed, { deadAt: AT, deadAs: webPage });
    return world;
  };

  it('is disabled among healthy siblings, no later than when every failure counts', async () => {
    const noticed = async (crawl: typeof crawlWithBlame) =>
      [...(await crawl(dying(), BEGIN + 4 * DAY)).book.recognised.values()][0];
    const [off, on] = [await noticed(crawlWithoutBlame), await noticed(crawlWithBlame)];
    expect(on).toBeLessThan((off ?? 0) + HOUR);
  });
});
