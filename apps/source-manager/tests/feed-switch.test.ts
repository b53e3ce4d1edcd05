import { randomUUID } from 'node:crypto';
import { signToken } from '@feedwarden/service-kit';
import { TEST_TRUST, unsignedToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
let id: string;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());
beforeEach(async () => {
  const api = await manager.as();
  const { body } = await api
    .post('/api/v1/sources')
    .send({ name: 'News', feedUrl: 'https://news.example/feed' });
  id = body.id;
});

const read = async () => (await (await manager.as()).get(`/api/v1/sources/${id}`)).body;
const isActive = async () => {
  const { body } = await (await manager.as()).get('/api/v1/sources?feed_active=true&limit=500');
  return body.items.some((item: { id: string }) => item.id === id);
};
const command = (healthEpoch: number) => ({
  commandId: randomUUID(),
  healthEpoch,
  decidedAt: new Date(Date.now() - 60_000).toISOString(),
});

describe('disabling and enabling a feed', () => {
  it('shows why and until when a feed is disabled, and that it is not active', async () => {
    const { status, body } = await (await manager.as('feeds:toggle'))
      .patch(`/api/v1/sources/${id}/feed-disable`)
      .send({ reason: 'gone' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ feedDisableReason: 'gone', status: 'cooling_down', version: 2 });
    expect(Date.parse(body.feedRetryAt) - Date.parse(body.feedDisabledAt)).toBe(72 * 3_600_000);
    expect(await isActive()).toBe(false);
  });

  it('shows no retry time of a feed that a person disabled', async () => {
    const { body } = await (await manager.as())
      .patch(`/api/v1/sources/${id}/feed-disable`)
      .send({ reason: 'manual' });
    expect(body).toMatchObject({ feedRetryAt: null, status: 'disabled' });
    expect(await isActive()).toBe(false);
  });

  it('starts a feed afresh, given a person who enables it', async () => {
    const api = await manager.as();
    await api.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'gone' });
    const { body } = await api.patch(`/api/v1/sources/${id}/feed-enable`);
    expect(body).toMatchObject({
      feedDisabledAt: null,
      feedDisableReason: null,
      status: 'healthy',
      healthEpoch: 1,
    });
    expect(await isActive()).toBe(true);
  });

  it('changes nothing about a feed that is enabled already', async () => {
    const before = await read();
    expect((await (await manager.as()).patch(`/api/v1/sources/${id}/feed-enable`)).body).toEqual(before);
  });

  it('ends the cooldown too, given a disabled source that is enabled by hand', async () => {
    const api = await manager.as();
    await api.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'network' });
    await api.patch(`/api/v1/sources/${id}`).send({ enabled: false });
    const { body } = await api.patch(`/api/v1/sources/${id}`).send({ enabled: true });
    expect(body).toMatchObject({ feedDisabledAt: null, status: 'healthy', healthEpoch: 1 });
  });
});

describe("a crawler's command", () => {
  it('starts the cooldown at the decision, given a command that waited', async () => {
    const sent = command(0);
    const { body } = await (await manager.as())
      .patch(`/api/v1/sources/${id}/feed-disable`)
      .send({ reason: 'gone', command: sent });
    expect(body.feedDisabledAt).toBe(sent.decidedAt);
  });

  it('starts the cooldown now, given a clock that is ahead', async () => {
    const { body } = await (await manager.as())
      .patch(`/api/v1/sources/${id}/feed-disable`)
      .send({ reason: 'gone', command: { ...command(0), decidedAt: '2999-01-01T00:00:00.000Z' } });
    expect(Date.parse(body.feedDisabledAt)).toBeLessThanOrEqual(Date.now());
  });

  it('is carried out once, given the same command twice', async () => {
    const api = await manager.as();
    const body = { reason: 'gone', command: command(0) };
    const first = await api.patch(`/api/v1/sources/${id}/feed-disable`).send(body);
    const second = await api.patch(`/api/v1/sources/${id}/feed-disable`).send(body);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('is refused if it is older than a fresh start by a person', async () => {
    const api = await manager.as();
    await api.patch(`/api/v1/sources/${id}`).send({ feedUrl: 'https://news.example/new' });
    const before = await read();
    const { status } = await api
      .patch(`/api/v1/sources/${id}/feed-disable`)
      .send({ reason: 'gone', command: command(0) });
    expect(status).toBe(409);
    expect(await read()).toEqual(before);
  });

  it('causes no fresh start, given a feed that recovered', async () => {
    const api = await manager.as();
    await api.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'gone', command: command(0) });
    const { body } = await api.patch(`/api/v1/sources/${id}/feed-enable`).send({ command: command(0) });
    expect(body).toMatchObject({ feedDisabledAt: null, healthEpoch: 0 });
  });
});

describe('what a person switched off', () => {
  const disable = async (body: object) =>
    (await (await manager.as()).patch(`/api/v1/sources/${id}/feed-disable`).send(body)).body;

  it('stays off, given commands that were on their way', async () => {
    const before = await disable({ reason: 'manual' });
    expect(await disable({ reason: 'gone', command: command(0) })).toEqual(before);
    const { status, body } = await (await manager.as())
      .patch(`/api/v1/sources/${id}/feed-enable`)
      .send({ command: command(0) });
    expect([status, body]).toEqual([200, before]);
  });

  it('does not change, given another disabling by hand', async () => {
    const before = await disable({ reason: 'manual' });
    expect(await disable({ reason: 'manual' })).toEqual(before);
  });

  it('is not undone by a command that comes again after it', async () => {
    const sent = { reason: 'gone', command: command(0) };
    await disable(sent);
    const before = await disable({ reason: 'network' });
    expect(await disable(sent)).toEqual(before);
  });
});

describe('who may disable a feed', () => {
  const valid = { ...TEST_TRUST, subject: 'mallory', scopes: ['feeds:toggle'] as const, ttlSeconds: 300 };
  const attacks: [string, () => Promise<string | null>, number][] = [
    ['no token', async () => null, 401],
    ['an expired token', () => signToken({ ...valid, ttlSeconds: -60 }), 401],
    ['another audience', () => signToken({ ...valid, audience: 'somebody-else' }), 401],
    ['another issuer', () => signToken({ ...valid, issuer: 'somebody-else' }), 401],
    ['another secret', () => signToken({ ...valid, secret: 'x'.repeat(40) }), 401],
    ['a token without a signature', async () => unsignedToken(['feeds:toggle']), 401],
    ['a missing scope', () => signToken({ ...valid, scopes: ['sources:read', 'sources:write'] }), 403],
  ];

  it.each(attacks)('refuses %s and changes nothing', async (_title, mint, expected) => {
    const token = await mint();
    const before = await read();
    const request = manager.anonymous.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'gone' });
    const answer = await (token ? request.set('authorization', `Bearer ${token}`) : request);
    expect(answer.status).toBe(expected);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.status).toBe(expected);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['no reason', {}, 'reason'],
    ['a reason in capitals', { reason: 'GONE' }, 'reason'],
    ['a reason that is a number', { reason: 7 }, 'reason'],
    ['a field nobody knows', { reason: 'gone', force: true }, 'force'],
  ])('responds 400 naming the field, given %s', async (_title, body, field) => {
    const answer = await (await manager.as()).patch(`/api/v1/sources/${id}/feed-disable`).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('responds 404, given an unknown id', async () => {
    const api = await manager.as();
    for (const action of ['feed-disable', 'feed-enable'])
      expect(
        (
          await api
            .patch(`/api/v1/sources/${randomUUID()}/${action}`)
            .send(action === 'feed-disable' ? { reason: 'gone' } : {})
        ).status,
      ).toBe(404);
  });
});
