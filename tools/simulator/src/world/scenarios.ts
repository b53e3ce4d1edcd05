import {
  BEGIN,
  createWorld,
  DAY,
  HOUR,
  refused,
  status,
  unresolved,
  type World,
  type WorldFeed,
  webPage,
} from './world.js';

export interface Scenario {
  title: string;
  days: number;
  build(seed: number): World;
  /** When the fault is over, for those it hit. */
  ends: number[];
  hit: (feed: WorldFeed) => boolean;
}

const AT = BEGIN + 3 * DAY;
const NOBODY = () => false;
const hostNamed = (name: string) => (feed: WorldFeed) => feed.host.name === name;
const siteNamed = (name: string) => (feed: WorldFeed) => feed.host.site === name;

/** One host, or part of it, fails for a while. */
function failing(
  title: string,
  days: number,
  hours: number,
  code: number,
  plan: { name: string; feeds: number; route?: (index: number) => string },
  hit: (feed: WorldFeed) => boolean = hostNamed(plan.name),
): Scenario {
  const build = (seed: number) => {
    const world = createWorld(seed);
    world.addHost({ ...plan, edge: null });
    world.addFault(hit, { from: AT, to: AT + hours * HOUR, as: status(code), share: 1 });
    return world;
  };
  return { title, days, build, ends: [AT + hours * HOUR], hit };
}

/** Our own way out fails for a while. */
function cutOff(title: string, days: number, hours: number, as: typeof refused, share: number): Scenario {
  const build = (seed: number) => {
    const world = createWorld(seed);
    world.cuts.push({ from: AT, to: AT + hours * HOUR, as, share });
    return world;
  };
  return { title, days, build, ends: [AT + hours * HOUR], hit: () => true };
}

const YOUTUBE_DAYS = [0, 1, 2, 4, 5, 6, 8, 9];
const youtube: Scenario = {
  title: 'YouTube, 200 feeds, 404 for 5 h on 8 of 10 days (90 % of polls)',
  days: 14,
  ends: YOUTUBE_DAYS.map((day) => AT + day * DAY + 5 * HOUR),
  hit: hostNamed('youtube'),
  build(seed) {
    const world = createWorld(seed);
    world.addHost({ name: 'youtube', feeds: 200, edge: null });
    const as = (random: () => number) => status(random() < 0.9 ? 404 : 503);
    for (const day of YOUTUBE_DAYS)
      world.addFault(hostNamed('youtube'), {
        from: AT + day * DAY,
        to: AT + day * DAY + 5 * HOUR,
        as,
        share: 0.9,
      });
    return world;
  },
};

const cloudflare: Scenario = {
  title: 'An edge blocks us for 24 h on 70 % of its sites',
  days: 8,
  ends: [AT + DAY],
  hit: (feed) => feed.faults.length > 0,
  build(seed) {
    const world = createWorld(seed);
    const hosts = world.hosts.filter(({ edge }) => edge !== null && world.random() < 0.7);
    const names = new Set(hosts.map(({ name }) => name));
    const fault = { from: AT, to: AT + DAY, as: status(403), share: 1 };
    world.addFault(({ host }) => names.has(host.name), fault);
    return world;
  },
};

const tumblr: Scenario = {
  title: 'Tumblr, 100 subdomains denied for 8 h',
  days: 8,
  ends: [AT + 8 * HOUR],
  hit: siteNamed('tumblr'),
  build(seed) {
    const world = createWorld(seed);
    for (let index = 0; index < 100; index += 1)
      world.addHost({ name: `t${index}`, site: 'tumblr', feeds: 1, edge: null });
    world.addFault(siteNamed('tumblr'), { from: AT, to: AT + 8 * HOUR, as: status(403), share: 1 });
    return world;
  },
};

const reddit: Scenario = {
  title: 'Reddit, 60 feeds, 403 beyond one request a minute',
  days: 10,
  ends: [],
  hit: hostNamed('reddit'),
  build(seed) {
    const world = createWorld(seed);
    const host = world.addHost({ name: 'reddit', feeds: 60, edge: null });
    host.allowance = { size: 10, perMinute: 1, left: 10, at: BEGIN };
    return world;
  },
};

const DEATHS = [404, 404, 404, 404, 410, 0, 0, 403, 503, 200];
const slowRot: Scenario = {
  title: 'Slow rot, 1 % of feeds die a week, 8 weeks',
  days: 63,
  ends: [],
  hit: NOBODY,
  build(seed) {
    const sizes = new Map([
      [1, 500],
      [2, 100],
      [5, 40],
      [10, 20],
      [100, 6],
    ]);
    const world = createWorld(seed, sizes);
    for (const feed of world.feeds) {
      const deadAt = BEGIN + (-Math.log(1 - world.random()) * 7 * DAY) / 0.01;
      if (deadAt >= BEGIN + 56 * DAY) continue;
      const code = DEATHS[Math.floor(world.random() * DEATHS.length)] ?? 404;
      feed.deadAt = deadAt;
      feed.deadAs =
        code === 0
          ? { kind: 'dns_not_found', detail: 'getaddrinfo ENOTFOUND' }
          : code === 200
            ? webPage
            : status(code);
    }
    return world;
  },
};

const parked: Scenario = {
  title: 'Parked domains: one feed alone, three on one host',
  days: 10,
  ends: [],
  hit: NOBODY,
  build(seed) {
    const world = createWorld(seed);
    for (const feeds of [1, 3])
      for (const feed of world.addHost({ name: `parked${feeds}`, feeds }).feeds) {
        feed.deadAt = AT;
        feed.deadAs = webPage;
      }
    return world;
  },
};

const quiet: Scenario = { title: 'Quiet fortnight', days: 14, ends: [], hit: NOBODY, build: createWorld };

export const SCENARIOS: Record<string, Scenario> = {
  quiet,
  nitter: failing('36 feeds of one Nitter, 403 for 4 days', 14, 96, 403, { name: 'nitter', feeds: 36 }),
  youtube,
  isp: cutOff('Our provider is out for a day', 10, 24, refused, 1),
  resolver: cutOff('Our resolver is broken for an hour', 7, 1, unresolved, 1),
  'half-resolver': cutOff('Our resolver loses half for 6 h', 7, 6, unresolved, 0.5),
  'large-host': failing('One host of 500, 503 for 3 days', 12, 72, 503, { name: 'big', feeds: 500 }),
  edge: cloudflare,
  tumblr,
  rsshub: failing(
    'RSSHub, one route (30 of 200) 503 for 2 days',
    9,
    48,
    503,
    { name: 'rsshub', feeds: 200, route: (index) => (index < 30 ? 'twitter' : `r${index % 12}`) },
    ({ route }) => route === 'twitter',
  ),
  reddit,
  'slow-rot': slowRot,
  parked,
};
