import { createSecureContext } from 'node:tls';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  createAddressGuard,
  decodeBody,
  type Open,
  openDirectly,
  openResponse,
} from '@feedwarden/guarded-fetch';
import { captureLogs, eventually, LEVEL } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFetchPage } from '../src/fetch/fetch-page.js';
import type { FeedSettings } from '../src/poll/feed.js';
import type { RecordedPoll } from '../src/poll/ports.js';
import { sampleFeed } from '../src/poll/testing/sample-feed.js';
import { createReaders } from '../src/readers/create-readers.js';
import { inProcessDocuments } from '../src/reading/testing/in-process.js';
import { answers, type Behaviour } from './hostile/behaviour.js';
import { COMPRESSION } from './hostile/compression.js';
import { CONNECTIONS } from './hostile/connections.js';
import { FRAMING } from './hostile/framing.js';
import { HEADS } from './hostile/heads.js';
import {
  type HostileServer,
  PASSWORD,
  startHostileServer,
  TRUSTED_CERTIFICATES,
} from './hostile/hostile-server.js';
import { collectedMemory } from './hostile/memory.js';
import { REDIRECTS } from './hostile/redirects.js';
import { SECURE } from './hostile/secure.js';
import { STATUSES } from './hostile/statuses.js';
import { TEXTS } from './hostile/texts.js';
import { createStorelessPoll, pollOnce } from './poll-once.js';

const BEHAVIOURS = [
  ...CONNECTIONS,
  ...HEADS,
  ...FRAMING,
  ...STATUSES,
  ...COMPRESSION,
  ...TEXTS,
  ...REDIRECTS,
  ...SECURE,
];
const SIZES = { maxHeaderBytes: 4096, maxBytes: 100_000, maxRatio: 50 };
/** What ends by itself must not end by time, however busy the machine is. */
const PATIENT = { timeoutSeconds: 30, headersSeconds: 20, idleSeconds: 20 };
const IMPATIENT = { timeoutSeconds: 0.8, headersSeconds: 0.4, idleSeconds: 0.2 };
const API_KEY = 'api-k3y-of-ann';
const SECRETS = [PASSWORD, API_KEY, Buffer.from(`ann:${PASSWORD}`).toString('base64')];

/** A leak of a few kilobytes for each of 2,000 polls is more. */
const MOST_GROWTH_MB = 5;
/** For a busy machine; an idle one needs a tenth. */
const PATIENCE_MS = 200_000;

const servers = new Map<string, HostileServer>();
const { logger, lines } = captureLogs();
const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
agents.https.options.secureContext = createSecureContext({ ca: TRUSTED_CERTIFICATES });
const fetches = ({ open }: { open: Open }) => ({
  patiently: createFetchPage({ ...SIZES, ...PATIENT, userAgent: 'test', agents, open }),
  impatiently: createFetchPage({ ...SIZES, ...IMPATIENT, userAgent: 'test', agents, open }),
});
const asFeed = fetches({ open: openDirectly });
const asAnythingElse = fetches({ open: openResponse });

beforeAll(async () => {
  for (const behaviour of BEHAVIOURS) servers.set(behaviour.name, await startHostileServer(behaviour));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

const serverOf = ({ name }: Behaviour) => servers.get(name) as HostileServer;
const openConnections = () => [...servers.values()].reduce((sum, server) => sum + server.open(), 0);
const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap' || name === 'TLSWrap').length;

/** One poll with the readers that the crawler has, logged as the crawler logs it. */
async function poll(
  behaviour: Behaviour,
  settings: Partial<FeedSettings> = {},
  fetched = asFeed,
): Promise<RecordedPoll> {
  const { url } = serverOf(behaviour);
  const fetchPage = behaviour.waits ? fetched.impatiently : fetched.patiently;
  const readers = createReaders({
    web: { fetchFeed: fetchPage, fetchPage, fetchWebPage: fetchPage },
    documents: inProcessDocuments,
    recallFingerprints: async () => null,
    unknownGuids: async (_sourceId, guids) => guids,
    apiKeyOf: async () => API_KEY,
    twitterApiUrl: url.replace(/\/feed$/, ''),
    delays: { byHost: new Map(), byType: new Map() },
  });
  const feed = sampleFeed({ settings: { feedUrl: url, ...settings }, etag: null, bodyHash: null });
  return pollOnce(createStorelessPoll(readers, logger), feed);
}

const ending = ({ error, outcome }: RecordedPoll) => (error ? `${error.type} ${error.code}` : outcome.kind);

describe('hostile servers', () => {
  it.each(BEHAVIOURS)('ends as $ends when a server $name', async (behaviour) => {
    const polls = [poll(behaviour), poll(behaviour, {}, asAnythingElse)];
    expect((await Promise.all(polls)).map(ending)).toEqual([behaviour.ends, behaviour.ends]);
    await eventually(() => expect(serverOf(behaviour).open()).toBe(0));
  });
});

describe('after many hostile polls', () => {
  /** Twenty at a time, as hosts are polled side by side. */
  async function pollMany(behaviours: Behaviour[], count: number): Promise<string[]> {
    const wrong: string[] = [];
    let next = 0;
    const worker = async () => {
      for (let n = next++; n < count; n = next++) {
        const behaviour = behaviours[n % behaviours.length] as Behaviour;
        const end = ending(await poll(behaviour));
        if (end !== behaviour.ends) wrong.push(`${behaviour.name}: ${end}`);
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    return wrong;
  }

  it(
    'frees memory and sockets after 2,000 polls of all behaviours',
    async () => {
      const quick = BEHAVIOURS.filter(({ waits }) => !waits);
      expect(await pollMany(BEHAVIOURS, BEHAVIOURS.length)).toEqual([]);
      await eventually(() => expect(openConnections()).toBe(0));
      lines.length = 0;
      const memory = await collectedMemory();
      const sockets = openSockets();

      expect(await pollMany(quick, 2000 - BEHAVIOURS.length)).toEqual([]);
      expect(await pollMany(BEHAVIOURS, BEHAVIOURS.length)).toEqual([]);

      await eventually(() => expect(openConnections()).toBe(0));
      await eventually(() => expect(openSockets()).toBeLessThanOrEqual(sockets));
      lines.length = 0;
      expect(((await collectedMemory()) - memory) / 1e6).toBeLessThan(MOST_GROWTH_MB);
    },
    PATIENCE_MS,
  );
});

describe('a bomb', () => {
  it.each([
    ['gzip', gzipSync(Buffer.alloc(300_000_000))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(300_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
  ])(
    'never holds much more than the limit in memory for 300 MB in %s and a limit of 4 MB',
    async (encoding, body) => {
      const name = `sends a large ${encoding} bomb`;
      const server = await startHostileServer({
        name,
        ends: '',
        answer: answers(body, [`content-encoding: ${encoding}`]),
      });
      const fetchPage = createFetchPage({
        ...PATIENT,
        maxBytes: 4_000_000,
        maxRatio: 1e9,
        userAgent: 'test',
        agents,
      });
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      });
      const request = { url: server.url, etag: null, lastModified: null };
      const fetched = await fetchPage(request, new AbortController().signal);
      if (fetched.kind !== 'page') throw new Error('no page');
      expect(decodeBody(fetched.page.body)).toMatchObject({ kind: 'too_large' });
      clearInterval(watch);
      await server.close();
      expect(most / 1e6).toBeLessThan(10);
    },
  );
});

describe('what is told of hostile servers', () => {
  it.each(BEHAVIOURS.filter(({ waits }) => !waits))(
    'logs neither password nor API key when a server $name',
    async (behaviour) => {
      lines.length = 0;
      const polls = [
        await poll(behaviour),
        await poll(behaviour, { type: 'website' }),
        await poll(behaviour, { type: 'twitter', feedUrl: 'https://x.com/ann' }),
      ];
      const told = JSON.stringify([
        lines,
        polls.map(({ outcome, error }) => outcome.kind === 'failed' && error),
      ]);
      expect(lines.filter(({ msg }) => /^feed poll/.test(String(msg)))).toHaveLength(3);
      for (const secret of SECRETS) expect(told).not.toContain(secret);
    },
  );

  it('logs an error only for unexpected behaviour', async () => {
    lines.length = 0;
    for (const behaviour of BEHAVIOURS.filter(({ waits }) => !waits)) await poll(behaviour);
    const loud = lines.filter(({ level }) => level >= LEVEL.error);
    expect(new Set(loud.map(({ errorType }) => errorType))).toEqual(new Set(['unexpected']));
  });
});
