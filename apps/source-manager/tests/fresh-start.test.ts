import { randomUUID } from 'node:crypto';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '../src/sources/schema.js';
import { hoursAgo, sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});

const POLLED = { lastPolledAt: hoursAgo(1), lastSuccessAt: hoursAgo(99) };
const FAILURES = {
  consecutiveFailures: 7,
  lastFailureType: 'permanent' as const,
  lastErrorType: 'not_found' as const,
  lastError: 'HTTP 404',
};
const NO_FAILURES = {
  consecutiveFailures: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  failingSince: null,
};

/** A source against which everything is held that can be. */
async function burdened(given: Partial<typeof sources.$inferInsert>): Promise<string> {
  const [row] = await connection.db
    .insert(sources)
    .values(
      sampleSource({
        ...POLLED,
        ...FAILURES,
        failingSince: hoursAgo(70),
        disabledReason: 'words',
        quarantinedAt: hoursAgo(2),
        feedDisabledAt: hoursAgo(3),
        feedDisableReason: 'not_found',
        healthEpoch: 4,
        ...given,
      }),
    )
    .returning();
  return row?.id ?? '';
}

async function patch(id: string, way: string, body?: object) {
  const answer = await (await manager.as()).patch(`/api/v1/sources/${id}${way}`).send(body);
  expect(answer.status).toBe(200);
  return answer.body;
}

const command = () => ({ commandId: randomUUID(), healthEpoch: 4, decidedAt: new Date().toISOString() });

const freshStarts = [
  { when: 'the source is enabled', enabled: false, way: '', body: { enabled: true }, endsQuarantine: true },
  {
    when: 'its URL changes',
    enabled: true,
    way: '',
    body: { feedUrl: 'https://new.example/' },
    endsQuarantine: true,
  },
  { when: 'its type changes', enabled: true, way: '', body: { type: 'website' }, endsQuarantine: true },
  { when: 'a person releases it', enabled: true, way: '/release', body: {}, endsQuarantine: true },
  { when: 'a person enables its feed', enabled: true, way: '/feed-enable', body: {}, endsQuarantine: false },
];

describe('a fresh start', () => {
  it.each(freshStarts)(
    'forgets the failures of a source but not its times, when $when',
    async ({ enabled, way, body, endsQuarantine }) => {
      const id = await burdened({ enabled });
      const source = await patch(id, way, body);
      expect(source).toMatchObject({
        ...NO_FAILURES,
        lastPolledAt: POLLED.lastPolledAt.toISOString(),
        lastSuccessAt: POLLED.lastSuccessAt.toISOString(),
        disabledReason: enabled ? 'words' : null,
        feedDisabledAt: null,
        feedDisableReason: null,
        feedRetryAt: null,
        healthEpoch: 5,
        status: endsQuarantine ? 'healthy' : 'quarantined',
      });
      expect(source.quarantinedAt === null).toBe(endsQuarantine);
    },
  );

  it.each(freshStarts)(
    'leaves a feed switched off by hand until it is enabled: $when',
    async ({ enabled, way, body }) => {
      const id = await burdened({ enabled, feedDisableReason: 'manual' });
      const { feedDisableReason, healthEpoch } = await patch(id, way, body);
      expect(feedDisableReason).toBe(way === '/feed-enable' ? null : 'manual');
      expect(healthEpoch).toBe(5);
    },
  );
});

describe('what is no fresh start', () => {
  it.each([
    { when: 'the crawler enables the feed', way: '/feed-enable', body: () => ({ command: command() }) },
    { when: 'the crawler releases it', way: '/release', body: () => ({ command: command() }) },
    { when: 'it is renamed', way: '', body: () => ({ name: 'Other' }) },
    {
      when: 'its URL is sent as it is',
      way: '',
      body: () => ({ feedUrl: sampleSource().feedUrl, name: 'X' }),
    },
    { when: 'an enabled source is enabled', way: '', body: () => ({ enabled: true }) },
    { when: 'it is disabled', way: '', body: () => ({ enabled: false }) },
  ])('keeps the failures of a source, when $when', async ({ way, body }) => {
    expect(await patch(await burdened({}), way, body())).toMatchObject({ ...FAILURES, healthEpoch: 4 });
  });
});
