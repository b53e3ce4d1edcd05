import { randomUUID } from 'node:crypto';
import type { Source, WebhookEvent } from '@feedwarden/contracts';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import {
  type BackgroundLoop,
  type Connection,
  connectDatabase,
  createFaultLog,
} from '@feedwarden/service-kit';
import {
  captureLogs,
  createTestDatabase,
  eventually,
  LEVEL,
  sampleSource,
  startTestWebServer,
  type TestDatabase,
} from '@feedwarden/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { credentialKeysField } from '../src/credentials/credential-keys.js';
import { createKeyRing } from '../src/credentials/key-ring.js';
import { announce } from '../src/webhooks/announce.js';
import { createDeliverWebhooks, type DeliverWebhooksDeps } from '../src/webhooks/deliver-webhooks.js';
import { createDeliveryOutbox } from '../src/webhooks/delivery-outbox.js';
import { createPostMessage } from '../src/webhooks/post-message.js';
import { webhookDeliveries, webhooks } from '../src/webhooks/schema.js';
import { recoveryOf } from '../src/webhooks/transition.js';
import { createWebhookStore, type WebhookStore } from '../src/webhooks/webhook-store.js';
import { RECEIVER_SECRET, startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const keyRing = createKeyRing(credentialKeysField().parse(Buffer.alloc(32, 1).toString('base64')));
const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });

let database: TestDatabase;
let connection: Connection;
let store: WebhookStore;
let receiver: WebhookReceiver;
let logs: ReturnType<typeof captureLogs>;
let loops: BackgroundLoop[] = [];
beforeAll(async () => {
  database = await createTestDatabase('source-manager');
  connection = connectDatabase(database.url, { name: 'test' });
  store = createWebhookStore(connection.db, keyRing);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  receiver = await startReceiver();
  logs = captureLogs();
});
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  loops = [];
  await connection.db.delete(webhooks);
  await receiver.close();
  expect(receiver.refused).toEqual([]);
});

/** One of the processes that share the database. Failures are followed by another attempt almost at once. */
function startDelivery(given: Partial<DeliverWebhooksDeps> = {}): BackgroundLoop {
  const loop = createDeliverWebhooks({
    outbox: createDeliveryOutbox(connection.db),
    post: createPostMessage(agents),
    secretOf: store.secretOf,
    retrySeconds: () => 0.05,
    logger: logs.logger,
    faults: createFaultLog(logs.logger),
    ...given,
  });
  loops.push(loop);
  loop.start();
  return loop;
}

async function listen(url = receiver.url): Promise<string> {
  const events: WebhookEvent[] = ['recovered', 'disabled'];
  return (await store.create('anna', { url, events, secret: RECEIVER_SECRET })).id;
}

/** The given sources, each in turn. */
function tell(...sources: Partial<Source>[]): Promise<void> {
  const transitions = sources.map((source) => recoveryOf(sampleSource(source)));
  return connection.db.transaction((tx) => announce(tx, transitions));
}

const rows = (webhookId: string) =>
  connection.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(webhookDeliveries.seq);
const allDone = (webhookId: string) =>
  eventually(async () => {
    const all = await rows(webhookId);
    // A number: to tell two long lists apart takes longer than to deliver them.
    expect(all.filter(({ nextAttemptAt }) => nextAttemptAt).length).toBe(0);
    return all;
  });
const names = () => receiver.messages.map((message) => ('source' in message ? message.source.name : 'test'));
const loggedErrors = () => logs.lines.filter(({ level }) => level >= LEVEL.error);

describe('the delivery of messages', () => {
  it('delivers a message once, with the same id, after its receiver was down', async () => {
    receiver.answer(() => (receiver.messages.length < 4 ? 503 : 200));
    const id = await listen();
    await tell({});
    startDelivery();
    const [row] = await allDone(id);
    expect(row).toMatchObject({ attempts: 4, lastAttempt: { delivered: true, status: 200 } });
    expect(new Set(receiver.messages.map((message) => message.id))).toEqual(new Set([row?.id]));
    const told = logs.lines.filter(({ msg }) => msg === 'webhook not delivered');
    expect(told).toHaveLength(3);
    expect(told[0]).toMatchObject({ level: LEVEL.warn, webhookId: id, status: 503 });
    expect(JSON.stringify(logs.lines)).not.toContain('/hook');
    expect(loggedErrors()).toEqual([]);
    expect((await store.list('anna')).items).toMatchObject([{ failuresInARow: 0 }]);
  });

  it('sends a message again, given a process that dies before it is recorded', async () => {
    const id = await listen();
    await tell({});
    const outbox = createDeliveryOutbox(connection.db);
    const dying = {
      ...outbox,
      record: () => Promise.reject(new Error('the process died')),
    };
    await startDelivery({ outbox: dying });
    await eventually(() => expect(loggedErrors()).toHaveLength(1));
    expect(await rows(id)).toMatchObject([{ attempts: 0 }]);
    startDelivery();
    // Nobody may take it before the lease is over: here it ends earlier.
    await connection.db.update(webhooks).set({ claimableAt: sql`now()` });
    const [row] = await allDone(id);
    expect(receiver.messages.map((message) => message.id)).toEqual([row?.id, row?.id]);
  });

  it('delivers each message once, given two processes', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, startReceiver));
    try {
      const ids = await Promise.all([receiver, ...others].map(({ url }) => listen(url)));
      const first = startDelivery();
      const second = startDelivery();
      expect(first).not.toBe(second);
      for (let batch = 0; batch < 3; batch += 1)
        await tell(...Array.from({ length: 40 }, () => ({ id: randomUUID() })));
      for (const id of ids) await allDone(id);
      for (const { messages } of [receiver, ...others]) {
        expect(messages).toHaveLength(120);
        expect(new Set(messages.map((message) => message.id)).size).toBe(120);
      }
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('holds back later messages of a source after a failure, but not those of others', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    let refusals = 0;
    receiver.answer((message) => {
      if (!('source' in message) || message.source.name !== 'a1') return 200;
      if (names().includes('b1') && refusals >= 3) return 200;
      refusals += 1;
      return 500;
    });
    const id = await listen();
    await tell({ id: a, name: 'a1' }, { id: a, name: 'a2' }, { id: b, name: 'b1' }, { id: a, name: 'a3' });
    startDelivery();
    await allDone(id);
    expect(names().filter((name) => name.startsWith('a'))).toEqual([
      ...Array.from({ length: refusals + 1 }, () => 'a1'),
      'a2',
      'a3',
    ]);
  });

  it('does not keep others waiting for a receiver that hangs', async () => {
    const hanging = await startReceiver();
    hanging.answer(() => new Promise(() => {}));
    try {
      const slow = await listen(hanging.url);
      const quick = await listen();
      await tell({});
      startDelivery({ post: createPostMessage(agents, { timeoutSeconds: 3600 }) });
      await allDone(quick);
      expect(await rows(slow)).toMatchObject([{ attempts: 0 }]);
    } finally {
      await hanging.close();
    }
  });

  it('counts an attempt as failed, given a receiver that does not respond in time', async () => {
    receiver.answer(() => new Promise(() => {}));
    const id = await listen();
    await tell({});
    startDelivery({ post: createPostMessage(agents, { timeoutSeconds: 0.2 }), retrySeconds: () => 60 });
    await eventually(async () =>
      expect(await rows(id)).toMatchObject([{ attempts: 1, lastAttempt: { error: 'timeout after 0.2s' } }]),
    );
  });

  it('hangs up on a receiver that accepts and does not stop talking', async () => {
    let isClosed = false;
    const talking = await startTestWebServer((_request, response) => {
      response.writeHead(200);
      const words = setInterval(() => response.write('and another thing '.repeat(100)), 5);
      response.once('close', () => {
        clearInterval(words);
        isClosed = true;
      });
    });
    try {
      const id = await listen(talking.url);
      await tell({});
      startDelivery();
      expect(await allDone(id)).toMatchObject([
        { attempts: 1, lastAttempt: { delivered: true, status: 200 } },
      ]);
      await eventually(() => expect(isClosed).toBe(true));
    } finally {
      await talking.close();
    }
  });

  it('tries a receiver in trouble with one message at a time', async () => {
    receiver.answer(500);
    const id = await listen();
    await tell(...Array.from({ length: 30 }, () => ({ id: randomUUID() })));
    await connection.db.update(webhooks).set({ failuresInARow: 1 });
    const pauses: number[] = [];
    startDelivery({
      retrySeconds: (failures) => {
        pauses.push(failures);
        return 60;
      },
    });
    await eventually(async () =>
      expect((await rows(id)).filter(({ attempts }) => attempts > 0)).toHaveLength(1),
    );
    expect(receiver.messages).toHaveLength(1);
    // That of the message, after its first failure, and that of the receiver, after its second.
    await eventually(() => expect(pauses).toEqual([1, 2]));
  });

  it('gives up messages after a day, but not before a first attempt', async () => {
    const id = await listen();
    await tell({ id: randomUUID() }, { id: randomUUID() });
    await connection.db.update(webhookDeliveries).set({ at: sql`now() - interval '25 hours'` });
    startDelivery();
    await allDone(id);
    expect(receiver.messages).toHaveLength(2);

    receiver.answer(500);
    await tell({});
    await connection.db.update(webhookDeliveries).set({ at: sql`now() - interval '25 hours'` });
    const last = (await allDone(id)).at(-1);
    expect(last).toMatchObject({ lastAttempt: { delivered: false, status: 500 } });
    expect(logs.lines.map(({ msg }) => msg)).toContain('webhook messages given up');
  });

  it('sends and writes nothing more to a receiver that responds 410', async () => {
    receiver.answer(410);
    const id = await listen();
    await tell({ id: randomUUID(), name: 'first' });
    startDelivery();
    await allDone(id);
    await tell({ id: randomUUID(), name: 'second' });
    expect(await rows(id)).toMatchObject([{ attempts: 1, lastAttempt: { status: 410 } }]);
    expect(names()).toEqual(['first']);
    expect((await store.list('anna')).items).toMatchObject([{ id, goneAt: expect.any(String) }]);
  });

  it('drops the messages of a webhook that is deleted', async () => {
    receiver.answer(500);
    const id = await listen();
    await tell({}, {});
    startDelivery();
    await eventually(() => expect(receiver.messages.length).toBeGreaterThan(1));
    await store.remove('anna', id);
    expect(await rows(id)).toEqual([]);
    const before = receiver.messages.length;
    await tell({});
    const other = await listen();
    await tell({ name: 'after' });
    receiver.answer(200);
    await allDone(other);
    // One attempt may have been under way.
    expect(names().slice(before + 1)).not.toContain('News');
    expect(loggedErrors()).toEqual([]);
  });

  it('sends nothing to a private address, and reports why', async () => {
    const id = await listen();
    await tell({});
    const strict = createAddressGuard({ allow: [] });
    startDelivery({ post: createPostMessage(strict.agents), retrySeconds: () => 60 });
    await eventually(async () =>
      expect(await rows(id)).toMatchObject([
        { lastAttempt: { delivered: false, status: null, error: '127.0.0.1 is not a public address' } },
      ]),
    );
    expect(receiver.headers).toEqual([]);
    expect(loggedErrors()).toEqual([]);
  });

  it('hands over a message under way when the process stops, without waiting for the lease', async () => {
    receiver.answer(() => new Promise(() => {}));
    const id = await listen();
    await tell({});
    const first = startDelivery();
    await eventually(() => expect(receiver.messages).toHaveLength(1));
    await first.stop();
    receiver.answer(200);
    startDelivery();
    await allDone(id);
    expect(receiver.messages).toHaveLength(2);
  });

  it('forgets messages a week after their delivery', async () => {
    const id = await listen();
    await tell({ id: randomUUID() }, { id: randomUUID() });
    const [old] = await rows(id);
    await connection.db
      .update(webhookDeliveries)
      .set({ at: sql`now() - interval '8 days'`, nextAttemptAt: null })
      .where(eq(webhookDeliveries.seq, old?.seq ?? 0));
    startDelivery();
    await eventually(async () => expect(await rows(id)).toHaveLength(1));
  });
});
