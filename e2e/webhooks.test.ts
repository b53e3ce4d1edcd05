import { eventually, LEVEL, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  RECEIVER_SECRET,
  startReceiver,
  type WebhookReceiver,
} from '../apps/source-manager/tests/webhook-receiver.js';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith, serveFeed } from './support/site-behaviours.js';

const open = openResources(afterAll);
let site: TestWebServer;
let receiver: WebhookReceiver;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(respondWith(410));
  receiver = await startReceiver();
  open.closeLater(receiver.close);
  system = await open.system({
    policyFile: { typed: { rules: { gone: { cooldown: '3s' } } } },
    managerEnv: {
      CREDENTIALS_KEY: Buffer.alloc(32, 'e2e').toString('base64'),
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: '127.0.0.1',
    },
  });
});

describe('webhooks', () => {
  it('report a feed that goes and comes back, even if source-manager is killed in between', async () => {
    const { sources } = system;
    const webhook = await sources.createWebhook({
      url: receiver.url,
      events: ['disabled', 'enabled'],
      secret: RECEIVER_SECRET,
    });
    expect(await sources.testWebhook(webhook.id)).toMatchObject({ delivered: true, status: 204 });

    receiver.answer(503);
    const { id } = await sources.createSource({ name: 'News', feedUrl: `${site.url}/feed` });
    expect(await system.pollNow(id)).toMatchObject({ decision: 'feed_disabled' });
    await eventually(() => expect(receiver.messages).toHaveLength(2));
    await system.manager.kill();
    receiver.answer(204);
    await system.startManager();
    site.answer(serveFeed);

    // If it was killed during an attempt, its claim on the message must expire first.
    const heard = await eventually(() => {
      expect(receiver.messages.at(-1)?.type).toBe('source.enabled');
      return receiver.messages;
    }, 150_000);
    expect(heard.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['test', 'source.disabled', 'source.enabled']),
    );
    const disabled = heard.filter(({ type }) => type === 'source.disabled');
    expect(disabled.length).toBeGreaterThanOrEqual(2);
    expect(new Set(disabled.map((message) => message.id)).size).toBe(1);
    expect(disabled[0]).toMatchObject({
      reason: 'gone',
      action: 'feed_disabled',
      source: { id, name: 'News' },
    });

    const { items } = await eventually(async () => {
      const page = await sources.listWebhookDeliveries(webhook.id);
      expect(page.items.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
      return page;
    });
    expect(items.map(({ event }) => event)).toEqual(['enabled', 'disabled']);
    await sources.deleteWebhook(webhook.id);
    expect((await sources.listWebhooks()).items).toEqual([]);

    expect(receiver.refused).toEqual([]);
    expect(system.manager.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  }, 200_000);
});
