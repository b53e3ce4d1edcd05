/** How a feed behaves, by the seconds since the demo began. */
export type Part =
  | { kind: 'healthy' }
  | { kind: 'podcast' }
  | { kind: 'slow'; seconds: number }
  | { kind: 'status'; status: number; from: number; until?: number; retryAfter?: number }
  | { kind: 'flaky'; every: number }
  | { kind: 'broken'; from: number; until?: number }
  | { kind: 'moved' }
  | { kind: 'redesigned'; from: number };

export interface CastFeed {
  name: string;
  /** Feeds with the same number are at one host. */
  host: number;
  part: Part;
}

/** The host with many feeds that goes away and comes back. */
export const BIG_HOST = 1;
const BIG_HOST_FEEDS = 12;
export const OUTAGE = { from: 22, until: 75 };

const HEALTHY = [
  'The Daily Loopback',
  'Packets & Petals',
  'Slow Bread',
  'Night Trains of Europe',
  'Tidal Almanac',
  'Gardening in Small Places',
  'Letters from the Lighthouse',
  'Open Source Quarterly',
  'A Map a Week',
  'The Quiet Kitchen',
  'Cloud Watching',
  'Bridges and Tunnels',
  'The Typewriter Repair',
  'Moss and Stone',
  'Old Radios',
  'City Foxes',
  'Paper Engineering',
  'Harbour News',
  'The Long Walk',
  'Signals',
  'Ink',
  'The Beekeeper',
  'Weather Notes',
  'Small Telescopes',
  'Cycling Routes',
  'The Archive',
  'Bookbinding',
  'Ferry Times',
  'Mountain Huts',
  'The Green Bench',
];

const goneFor = (status: number, from: number, until?: number): Part => ({
  kind: 'status',
  status,
  from,
  ...(until !== undefined && { until }),
});

/** Each with what is the matter with it. */
const TROUBLED: [name: string, part: Part][] = [
  ['Harbour Podcast', { kind: 'podcast' }],
  ['Yesterday’s Startup', goneFor(410, 14)],
  ['A Closed Magazine', goneFor(410, 18)],
  ['The Misplaced Feed', goneFor(404, 0, 62)],
  ['The Deleted Column', goneFor(404, 10)],
  ['Flickering Lamp', { kind: 'flaky', every: 3 }],
  ['Sometimes News', { kind: 'flaky', every: 4 }],
  ['Every Other Day', { kind: 'flaky', every: 2 }],
  ['Not So Often, Please', { kind: 'status', status: 429, from: 12, until: 60, retryAfter: 15 }],
  ['Rate Limit Review', { kind: 'status', status: 429, from: 30, retryAfter: 20 }],
  ['Glacier Observer', { kind: 'slow', seconds: 3 }],
  ['Snail Mail', { kind: 'slow', seconds: 5 }],
  ['Half a Tag', { kind: 'broken', from: 8, until: 66 }],
  ['Encoding Errors Monthly', { kind: 'broken', from: 16 }],
  ['Members Only', goneFor(403, 10)],
  ['Teapot Club', goneFor(418, 12)],
  ['The New Address', { kind: 'moved' }],
  ['Moved Last Week', { kind: 'moved' }],
  ['Blog, Redesigned', { kind: 'redesigned', from: 20 }],
];

/** About sixty feeds: most are well, and the others have one trouble each. */
export const CAST: CastFeed[] = [
  ...Array.from({ length: BIG_HOST_FEEDS }, (_, n) => ({
    name: `Regional Press ${n + 1}`,
    host: BIG_HOST,
    part: goneFor(503, OUTAGE.from, OUTAGE.until),
  })),
  ...HEALTHY.map((name, n): CastFeed => ({ name, host: 2 + (n % 10), part: { kind: 'healthy' } })),
  ...TROUBLED.map(([name, part], n): CastFeed => ({ name, host: 12 + n, part })),
];
