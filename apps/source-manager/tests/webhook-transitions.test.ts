import { randomUUID } from 'node:crypto';
import { type CrawlerCommand, type WebhookEvent, webhookDeliveryPageSchema } from '@feedwarden/contracts';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { eventually } from '@feedwarden/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sources } from '../src/sources/schema.js';
import { webhookDeliveries, webhooks } from '../src/webhooks/schema.js';
import { sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { RECEIVER_SECRET, startReceiver, type WebhookReceiver } from './webhook-receiver.js';

let manager: SourceManagerUnderTest;
let connection: Connection;
let receiver: WebhookReceiver;
let api: Awaited<ReturnType<SourceManagerUnderTest['as']>>;
let id: string;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
  api = await manager.as();
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
  const source = { name: 'News', feedUrl: 'https://me:pass@news.example/feed' };
  id = (await api.post('/api/v1/sources').send(source)).body.id;
});
afterEach(async () => {
  expect(receiver.refused).toEqual([]);
  await connection.db.delete(webhooks);
  await receiver.close();
});

async function listen(events?: WebhookEvent[]): Promise<string> {
  const webhook = { url: receiver.url, secret: RECEIVER_SECRET, events };
  const { status, body } = await api.post('/api/v1/webhooks').send(webhook);
  expect(status).toBe(201);
  return body.id;
}

const flip = async (name: string, body: object = {}) => {
  const { status } = await api.patch(`/api/v1/sources/${id}/${name}`).send(body);
  expect(status).toBe(200);
};
const patch = async (body: object) => {
  expect((await api.patch(`/api/v1/sources/${id}`).send(body)).status).toBe(200);
};
const command = (): CrawlerCommand => ({
  commandId: randomUUID(),
  healthEpoch: 0,
  decidedAt: new Date().toISOString(),
  evidence: { statusCode: 410, error: 'gone\u0000 for good' },
});
let polls = 0;
const report = async (consecutiveFailures: number) => {
  polls += 1;
  const at = new Date(Date.UTC(2026, 2, 1) + polls * 60_000).toISOString();
  const failing = consecutiveFailures > 0;
  const health = {
    sourceId: id,
    healthEpoch: 0,
    consecutiveFailures,
    lastFailureType: failing ? 'transient' : null,
    lastErrorType: failing ? 'network' : null,
    lastError: failing ? 'timeout after 30s' : null,
    lastPolledAt: at,
    lastSuccessAt: failing ? null : at,
    failingSince: failing ? at : null,
  };
  expect((await api.post('/api/v1/sources/health').send({ reports: [health] })).body.applied).toBe(1);
};

/** In the order of their writing. A row is written with its transition, so there is nothing to wait for. */
const written = async () =>
  (await connection.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.seq)).map(
    (row) => row.event,
  );
const received = (count: number) =>
  eventually(() => {
    expect(receiver.messages).toHaveLength(count);
    return receiver.messages;
  });

describe('what webhooks hear of', () => {
  it('is what, why and on which evidence, given a feed that the crawler disables', async () => {
    const webhookId = await listen();
    await flip('feed-disable', { reason: 'gone', command: command() });
    const [message] = await received(1);
    expect(message).toMatchObject({
      type: 'source.disabled',
      action: 'feed_disabled',
      actor: 'tester',
      reason: 'gone',
      evidence: { statusCode: 410, error: 'gone for good' },
      source: {
        id,
        name: 'News',
        feedUrl: 'https://news.example/feed',
        status: 'cooling_down',
        feedDisableReason: 'gone',
        feedRetryAt: expect.any(String),
      },
    });
    expect(receiver.headers[0]).toMatchObject({ 'webhook-id': receiver.messages[0]?.id });
    const [event] = (await api.get(`/api/v1/sources/${id}/events`)).body.items;
    expect(message?.at).toBe(event.at);
    const deliveries = await eventually(async () => {
      const answer = await api.get(`/api/v1/webhooks/${webhookId}/deliveries`);
      const page = webhookDeliveryPageSchema.parse(answer.body);
      expect(page.items[0]?.state).toBe('delivered');
      return page.items;
    });
    expect(deliveries).toMatchObject([
      { id: message?.id, event: 'disabled', sourceId: id, attempts: 1, nextAttemptAt: null },
    ]);
    expect(deliveries[0]?.lastAttempt).toMatchObject({ delivered: true, status: 204, error: null });
  });

  it('is every transition, once and in order', async () => {
    await listen();
    await flip('feed-disable', { reason: 'gone', command: command() });
    await flip('feed-enable', { command: command() });
    await flip('quarantine', { reason: 'five failures', command: command() });
    await flip('release', { command: command() });
    await flip('auto-disable', {
      reason: 'Auto-disabled after 5 consecutive 404 errors',
      command: command(),
    });
    await patch({ enabled: true });
    await patch({ enabled: false });
    const messages = await received(7);
    expect(messages.map(({ type }) => type)).toEqual([
      'source.disabled',
      'source.enabled',
      'source.quarantined',
      'source.released',
      'source.disabled',
      'source.enabled',
      'source.disabled',
    ]);
    expect(messages.map((message) => 'action' in message && message.action)).toEqual([
      'feed_disabled',
      'feed_enabled',
      'quarantined',
      'released',
      'source_disabled',
      'source_enabled',
      'source_disabled',
    ]);
  });

  it('is one recovery, given a failing source that succeeds', async () => {
    await listen();
    for (const failures of [0, 1, 2, 0, 0]) await report(failures);
    const [message] = await received(1);
    expect(message).toMatchObject({
      type: 'source.recovered',
      action: null,
      actor: null,
      source: { id, status: 'healthy', consecutiveFailures: 0 },
    });
    expect(await written()).toEqual(['recovered']);
  });

  it('is nothing, given what is no transition', async () => {
    await listen();
    await flip('feed-enable');
    await flip('release');
    await patch({ name: 'Other news', pollIntervalMinutes: 5 });
    await patch({ enabled: true, feedUrl: 'https://other.example/feed' });
    await report(1).catch(() => {});
    const once = command();
    once.healthEpoch = 1;
    await flip('feed-disable', { reason: 'gone', command: once });
    await flip('feed-disable', { reason: 'gone', command: once });
    await flip('feed-disable', { reason: 'network', command: { ...command(), healthEpoch: 1 } });
    expect(await written()).toEqual(['disabled']);
    await api.delete(`/api/v1/sources/${id}`);
    expect(await written()).toEqual(['disabled']);
    await received(1);
  });

  it.each<[string, string, object, WebhookEvent]>([
    ['a cooldown', 'feed-disable', { reason: 'gone' }, 'enabled'],
    ['a quarantine', 'quarantine', {}, 'released'],
  ])('is the end of %s by a new URL', async (_given, name, body, event) => {
    await listen([event]);
    await flip(name, body);
    await patch({ feedUrl: 'https://other.example/feed' });
    const [message] = await received(1);
    expect(message).toMatchObject({
      type: `source.${event}`,
      action: 'changed',
      source: { status: 'healthy' },
    });
  });

  it('is only the events they are for', async () => {
    await listen(['released']);
    await flip('feed-disable', { reason: 'manual' });
    await flip('feed-enable');
    await flip('quarantine');
    await flip('release');
    expect(await written()).toEqual(['released']);
  });

  it('is each source once for each webhook, given many disabled at once', async () => {
    for (const events of [['disabled'], undefined, ['enabled', 'disabled']] satisfies (
      | WebhookEvent[]
      | undefined
    )[])
      await listen(events);
    const rows = Array.from({ length: 700 }, () => sampleSource({ feedUrl: 'https://many.example/feed' }));
    await connection.db.insert(sources).values(rows);
    const bulk = { action: 'disable', filter: { host: 'many.example' } };
    expect((await api.post('/api/v1/sources/bulk').send(bulk)).body.changed).toBe(700);
    const told = await connection.db.select().from(webhookDeliveries);
    expect(told).toHaveLength(3 * 700);
    const pairs = told.map(({ webhookId, sourceId }) => `${webhookId} ${sourceId}`);
    expect(new Set(pairs).size).toBe(3 * 700);
    expect(told[0]?.content).toMatchObject({ action: 'source_disabled', source: { status: 'disabled' } });
  });

  it('is not even written if nobody listens', async () => {
    await flip('feed-disable', { reason: 'manual' });
    await report(1);
    await report(0);
    expect(await written()).toEqual([]);
  });
});
