import type { RequestListener } from 'node:http';
import type { NewSourceInput, PollAnswer, Source } from '@feedwarden/contracts';
import { eventually, LEVEL, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { hang, redirectTo, reset, respondWith, serveFeed, serveText } from './support/site-behaviours.js';

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(serveFeed);
  // Ticks an hour apart: only the polls that the test asks for happen.
  system = await open.system({ crawlerEnv: { FETCH_TIMEOUT_SECONDS: '1', POLL_TICK_SECONDS: '3600' } });
});

type Level = keyof typeof LEVEL;
type Kind = 'permanent' | 'transient';

/** Every failure, in order: what the site does, and how the poll must classify it. */
const STEPS: [
  step: string,
  behaviour: RequestListener,
  type: string,
  code: string,
  level: Level,
  kind: Kind,
  message: string,
][] = [
  ['404', respondWith(404), 'not_found', 'http_404', 'warn', 'permanent', 'HTTP 404'],
  ['410', respondWith(410), 'gone', 'http_410', 'warn', 'permanent', 'HTTP 410'],
  ['403', respondWith(403), 'forbidden', 'http_403', 'warn', 'permanent', 'HTTP 403'],
  ['401', respondWith(401), 'unexpected', 'http_401', 'error', 'permanent', 'HTTP 401'],
  ['429', respondWith(429), 'rate_limited', 'http_429', 'warn', 'transient', 'HTTP 429'],
  ['503', respondWith(503), 'upstream_failure', 'http_503', 'warn', 'transient', 'HTTP 503'],
  ['a reset', reset, 'network', 'connection_reset', 'warn', 'transient', 'the connection was cut off'],
  ['a timeout', hang, 'network', 'timeout', 'warn', 'transient', 'timeout after 1s'],
  [
    'an unknown host',
    redirectTo('http://no-such-host.invalid/'),
    'network',
    'dns_not_found',
    'warn',
    'permanent',
    'does not exist',
  ],
  [
    'HTML',
    serveText('<!doctype html><html><body>Hello</body></html>', 'text/html'),
    'parse_error',
    'not_a_feed',
    'warn',
    'transient',
    'HTML',
  ],
  [
    'truncated XML',
    serveText('<?xml version="1.0"?><rss version="2.0"><chan'),
    'parse_error',
    'malformed',
    'warn',
    'transient',
    '',
  ],
];

interface Expected {
  /** The decision at each step. */
  decisions: PollAnswer['decision'][];
  /** The source from this step on, for the steps that change it. */
  after: Record<string, Partial<Source>>;
  end: { decision: PollAnswer['decision']; source: Partial<Source> };
}

const none = (count: number) => Array.from({ length: count }, () => 'none' as const);

const PRESETS: [NewSourceInput['failurePolicy'], Partial<NewSourceInput>, Expected][] = [
  [
    'typed',
    {},
    {
      decisions: ['none', 'feed_disabled', ...Array.from({ length: 9 }, () => 'cooldown_renewed' as const)],
      after: { '404': { status: 'failing' }, '410': { status: 'cooling_down', feedDisableReason: 'gone' } },
      end: {
        decision: 'feed_enabled',
        source: { status: 'healthy', feedDisabledAt: null, feedDisableReason: null },
      },
    },
  ],
  [
    'permanent',
    { maxFailures: 4 },
    {
      decisions: [...none(3), 'source_disabled', ...none(7)],
      after: {
        '404': { status: 'failing', enabled: true },
        '401': {
          status: 'disabled',
          enabled: false,
          disabledReason: 'Auto-disabled after 4 consecutive permanent errors, the last one 401',
        },
      },
      // A success never enables a source that only a person may enable.
      end: { decision: 'none', source: { status: 'disabled', enabled: false } },
    },
  ],
  [
    'quarantine',
    {},
    {
      decisions: [...none(4), 'quarantined', ...none(6)],
      after: {
        '404': { status: 'failing' },
        '429': { status: 'quarantined', quarantinedAt: expect.any(String) as never },
      },
      end: { decision: 'released', source: { status: 'healthy', quarantinedAt: null } },
    },
  ],
];

describe('a source', () => {
  it.each(PRESETS)(
    'reports every failure and the recovery in state, logs and API, under the preset %s',
    async (failurePolicy, settings, expected) => {
      site.answer(serveFeed);
      const { id } = await system.sources.createSource({
        name: `${failurePolicy}`,
        feedUrl: `${site.url}/${failurePolicy}`,
        failurePolicy,
        ...settings,
      });
      expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', decision: 'none' });

      let lookFor: Partial<Source> = {};
      for (const [index, [step, behaviour, type, code, level, failureType, message]] of STEPS.entries()) {
        site.answer(behaviour);
        const logged = system.crawler.lines.length;
        const answer = await system.pollNow(id);
        expect([step, answer]).toMatchObject([
          step,
          {
            outcome: 'failed',
            error: { type, code, level, failureType, message: expect.stringContaining(message) },
            decision: expected.decisions[index],
            feed: { consecutiveFailures: index + 1, lastErrorType: type, lastFailureType: failureType },
          },
        ]);
        const lines = await eventually(() => {
          const since = system.crawler.lines.slice(logged).filter((line) => line.sourceId === id);
          expect(since.length).toBeGreaterThan(0);
          return since;
        });
        expect(lines[0]).toMatchObject({
          msg: 'feed poll failed',
          level: LEVEL[level],
          url: `${site.url}/${failurePolicy}`,
          errorType: type,
          statusCode: answer.error?.statusCode,
          error: expect.stringContaining(message),
        });

        lookFor = expected.after[step] ?? lookFor;
        await eventually(async () =>
          expect(await system.sources.getSource(id)).toMatchObject({
            ...lookFor,
            consecutiveFailures: index + 1,
            lastErrorType: type,
            lastFailureType: failureType,
            lastError: expect.stringContaining(message),
            failingSince: expect.any(String),
          }),
        );
      }

      site.answer(serveFeed);
      const recovery = await system.pollNow(id);
      expect(recovery).toMatchObject({
        error: null,
        decision: expected.end.decision,
        feed: { consecutiveFailures: 0, lastErrorType: null, lastError: null, failingSince: null },
      });
      await eventually(async () =>
        expect(await system.sources.getSource(id)).toMatchObject({
          ...expected.end.source,
          consecutiveFailures: 0,
          lastErrorType: null,
          lastError: null,
          failingSince: null,
        }),
      );
      const { recentPolls } = await system.feed(id);
      expect(recentPolls.map(({ code }) => code)).toEqual([
        null,
        ...STEPS.map(([, , , code]) => code).reverse(),
        null,
      ]);
    },
  );
});
