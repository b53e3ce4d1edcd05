import { describe, expect, it } from '@jest/globals';
import { classifyFailure, type FailureFact, type PollError } from '../classify-failure.js';
import type { Sibling } from './host-evidence.js';
import { type HostPace, slowDown, UNLIMITED } from './host-pace.js';
import { type FailedPoll, type Inquiry, type JudgedHost, judgeFailure } from './judge-failure.js';
import type { SharedFailure } from './surroundings.js';
import { minute, sampleSiblings } from './testing/sample-siblings.js';

const status = (code: number): PollError => classify({ kind: 'status', status: code, retryAfterAt: null });
const refused = classify({ kind: 'connection_refused', detail: 'connect ECONNREFUSED' });
const HOST: JudgedHost = {
  host: 'feeds.example',
  site: 'feeds.example',
  edge: 'edge',
  pace: UNLIMITED,
  lastRoundAt: null,
};

function classify(fact: FailureFact): PollError {
  return classifyFailure(fact, 'https://feeds.example/1');
}

interface Case {
  error?: PollError;
  siblings?: Sibling[];
  /** What each witness answers, in the order in which they are asked; the last one repeats. */
  answers?: (PollError | null)[];
  isDecisive?: boolean;
  blamesUs?: boolean[];
  host?: Partial<JudgedHost>;
  site?: SharedFailure;
  edge?: SharedFailure;
}

/** Judges a failure of the first of the siblings, and says who was asked. */
async function judge(given: Case) {
  const { error = status(404), siblings = sampleSiblings(10), answers = [], blamesUs = [false] } = given;
  const asked: string[] = [];
  let checks = 0;
  const [feed] = siblings;
  if (!feed) throw new Error('a host has feeds');
  const inquiry: Inquiry = {
    blamesUs: async () => blamesUs[Math.min(checks++, blamesUs.length - 1)] ?? false,
    siblings: async () => siblings,
    async witness(sourceId) {
      asked.push(sourceId);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? null;
      return { error: answer, at: minute(asked.length / 60) };
    },
    failingSite: () => given.site ?? null,
    denyingEdge: () => given.edge ?? null,
  };
  const failed: FailedPoll = { feed, error, at: minute(0), isDecisive: given.isDecisive ?? false };
  const judged = await judgeFailure(failed, { ...HOST, ...given.host }, inquiry);
  return { ...judged, asked };
}

const theFeed = { blame: 'feed', isWithheld: false };
const failing = (from: number, to: number, siblings = sampleSiblings(10)) =>
  siblings.map((one, place) =>
    place >= from && place < to
      ? { ...one, failingSince: minute(-3), lastPolledAt: minute(-3), lastErrorType: 'not_found' as const }
      : one,
  );
const limitedPace: HostPace = slowDown(UNLIMITED, null, minute(-10));
/** Polled well within the last ten minutes. */
const serving = sampleSiblings(10, { lastPolledAt: minute(-3), lastSuccessAt: minute(-3) });

describe('our own network', () => {
  it('is blamed for a failure without a response while it is cut', async () => {
    const { judgement, asked } = await judge({ error: refused, blamesUs: [true] });
    expect(judgement).toEqual({ blame: 'self' });
    expect(asked).toEqual([]);
  });

  it('is not asked about when the host responded', async () => {
    expect((await judge({ error: status(404), blamesUs: [true] })).judgement).toEqual(theFeed);
  });

  it('is blamed when a witness finds it cut', async () => {
    const { judgement, asked } = await judge({ error: refused, answers: [refused], blamesUs: [false, true] });
    expect(judgement).toEqual({ blame: 'self' });
    expect(asked).toHaveLength(1);
  });
});

describe('a limit', () => {
  it('is blamed when a second feed is denied by a host that served others just now', async () => {
    const { judgement, asked } = await judge({
      error: status(403),
      siblings: serving,
      answers: [status(403)],
    });
    expect(judgement).toMatchObject({ blame: 'host', limit: { spacingMs: 10_000, restMs: 300_000 } });
    expect(asked).toHaveLength(1);
  });

  it('is blamed for a 429 alone', async () => {
    const { judgement, asked } = await judge({ error: status(429), siblings: serving });
    expect(judgement).toMatchObject({ blame: 'host', limit: {} });
    expect(asked).toEqual([]);
  });

  it('is blamed for one denial when the host is known to limit', async () => {
    const { judgement } = await judge({ error: status(403), host: { pace: limitedPace } });
    expect(judgement).toMatchObject({ blame: 'host', limit: { restMs: 600_000 } });
  });

  it('is not blamed for a private feed: the sibling that is asked answers well', async () => {
    const { judgement, asked } = await judge({ error: status(403), siblings: serving, answers: [null] });
    expect(judgement).toEqual(theFeed);
    expect(asked).toHaveLength(1);
  });

  it('is not suspected when a feed has been denied for long', async () => {
    const [first, ...others] = serving;
    if (!first) throw new Error('a host has feeds');
    const chronic = { ...first, failingSince: minute(-500), lastErrorType: 'forbidden' as const };
    const given = { error: status(403), siblings: [chronic, ...others], host: { pace: limitedPace } };
    expect(await judge(given)).toMatchObject({ judgement: theFeed, asked: [] });
  });

  it('is given up when even the longest rest did not help: the host is asked like any other', async () => {
    const pace = { ...limitedPace, restMs: 60 * 60_000, refusedSince: minute(-200) };
    const { judgement } = await judge({ error: status(403), host: { pace }, answers: [status(403)] });
    expect(judgement).toMatchObject({ blame: 'host', opens: { family: 'denied' } });
  });

  it('began with the first refusal when it turns out to be an incident', async () => {
    const pace = { ...limitedPace, restMs: 60 * 60_000, refusedSince: minute(-20) };
    const { judgement } = await judge({ error: status(403), host: { pace }, answers: [status(403)] });
    expect(judgement).toMatchObject({ opens: { startedAt: minute(-20) } });
  });
});

describe('an edge', () => {
  const edge = {
    since: minute(-9),
    failing: [{ host: 'feeds.example', sourceId: 'feed 0', at: minute(-9) }],
  };

  it('is blamed for a denial when it denies most sites', async () => {
    const { judgement } = await judge({ error: status(403), edge });
    expect(judgement).toMatchObject({
      blame: 'edge',
      opens: { scope: 'edge', key: 'edge', startedAt: minute(-9) },
    });
  });

  it('is not blamed for anything but denials', async () => {
    expect((await judge({ error: status(404), edge })).judgement).toEqual(theFeed);
  });
});

describe('a host', () => {
  it('is blamed when enough witnesses fail', async () => {
    const { judgement, asked, askedAt } = await judge({ answers: [status(404)] });
    expect(judgement).toMatchObject({
      blame: 'host',
      opens: {
        scope: 'host',
        key: 'feeds.example',
        family: 'missing',
        code: 'http_404',
        startedAt: minute(0),
      },
    });
    expect(asked).toEqual(['feed 1', 'feed 2']);
    expect(askedAt).toEqual(minute(2 / 60));
  });

  it('is cleared by the first witness that answers well', async () => {
    const { judgement, asked } = await judge({ answers: [status(404), null] });
    expect(judgement).toEqual(theFeed);
    expect(asked).toHaveLength(2);
  });

  it('is blamed without asking when the run is long enough', async () => {
    const { judgement, asked } = await judge({ siblings: failing(1, 5) });
    expect(judgement).toMatchObject({ blame: 'host', opens: { startedAt: minute(-3) } });
    expect(asked).toEqual([]);
  });

  it('is asked about at the first failure and at the decisive one, not between', async () => {
    const siblings = failing(0, 1);
    expect((await judge({ siblings })).asked).toEqual([]);
    expect((await judge({ siblings, isDecisive: true })).asked).not.toEqual([]);
  });

  it('is not asked about twice in ten minutes', async () => {
    const answers = [status(404)];
    expect((await judge({ answers, host: { lastRoundAt: minute(-9) } })).asked).toEqual([]);
    expect((await judge({ answers, host: { lastRoundAt: minute(-10) } })).asked).not.toEqual([]);
  });

  it('with one feed has no witness', async () => {
    expect(await judge({ siblings: sampleSiblings(1) })).toMatchObject({ judgement: theFeed, asked: [] });
  });

  it('is never blamed for what only a feed can be at fault for', async () => {
    const error = classify({ kind: 'too_large', detail: '' });
    expect(await judge({ error, siblings: failing(1, 9) })).toMatchObject({ judgement: theFeed, asked: [] });
  });
});

describe('a route', () => {
  const routed = sampleSiblings(30).map((one, place) => ({
    ...one,
    route: place < 10 ? 'twitter' : 'github',
  }));

  it('is blamed when another route answers well and enough feeds of its own fail', async () => {
    const { judgement, asked } = await judge({
      siblings: routed,
      answers: [null, status(503)],
      error: status(503),
    });
    expect(judgement).toMatchObject({
      blame: 'route',
      opens: { scope: 'route', key: 'feeds.example', route: 'twitter' },
    });
    expect(asked).toEqual(['feed 10', 'feed 1', 'feed 2']);
  });

  it('is cleared by a witness of its own', async () => {
    const { judgement } = await judge({ siblings: routed, answers: [null, null], error: status(503) });
    expect(judgement).toEqual(theFeed);
  });
});

describe('a site', () => {
  const site = { since: minute(-2), failing: [{ host: 'a.example', sourceId: 'feed', at: minute(-2) }] };

  it('is blamed when enough of its hosts fail and the feed has no sibling', async () => {
    const { judgement } = await judge({ siblings: sampleSiblings(1), site });
    expect(judgement).toMatchObject({
      blame: 'site',
      opens: { hosts: ['a.example'], startedAt: minute(-2) },
    });
  });

  it('is not blamed when the host itself is', async () => {
    expect((await judge({ site, answers: [status(404)] })).judgement.blame).toBe('host');
  });
});

describe('doubt', () => {
  /** The last one answered well after the others had failed. */
  const mixed = (from: number, to: number) =>
    failing(from, to, sampleSiblings(12)).map((one, place) =>
      place === 11 ? { ...one, lastPolledAt: minute(-2), lastSuccessAt: minute(-2) } : one,
    );

  it('withholds the decision when many siblings fail, though one answers well', async () => {
    const siblings = mixed(0, 4);
    const { judgement } = await judge({ siblings, isDecisive: true, answers: [null] });
    expect(judgement).toEqual({ blame: 'feed', isWithheld: true });
  });

  it('is not asked when nothing would be decided', async () => {
    const siblings = mixed(1, 4);
    expect((await judge({ siblings, answers: [null] })).judgement).toEqual(theFeed);
  });
});
