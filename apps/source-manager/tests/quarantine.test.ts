import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
let path: string;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());
beforeEach(async () => {
  const api = await manager.as();
  const { body } = await api
    .post('/api/v1/sources')
    .send({ name: 'News', feedUrl: 'https://news.example/feed' });
  path = `/api/v1/sources/${body.id}`;
});

const read = async () => (await (await manager.as()).get(path)).body;
const command = (healthEpoch = 0, decidedAt = Date.now() - 60_000) => ({
  commandId: randomUUID(),
  healthEpoch,
  decidedAt: new Date(decidedAt).toISOString(),
});

describe('a quarantine', () => {
  it('given a polled source, when a person quarantines it, then it says since when and is not active', async () => {
    const api = await manager.as('feeds:toggle', 'sources:read');
    const { status, body } = await api.patch(`${path}/quarantine`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'quarantined', quarantinedAt: expect.any(String), version: 2 });
    const active = await api.get('/api/v1/sources?feed_active=true&limit=500');
    expect(active.body.items.map((item: { id: string }) => item.id)).not.toContain(body.id);
  });

  it('given a command that waited, when it arrives, then the quarantine counts from the decision', async () => {
    const sent = command();
    const { body } = await (await manager.as()).patch(`${path}/quarantine`).send({ command: sent });
    expect(body.quarantinedAt).toBe(sent.decidedAt);
  });

  it('given a clock ahead of ours, when its command arrives, then the quarantine does not start in the future', async () => {
    const ahead = command(0, Date.now() + 3_600_000);
    const { body } = await (await manager.as()).patch(`${path}/quarantine`).send({ command: ahead });
    expect(Date.parse(body.quarantinedAt)).toBeLessThanOrEqual(Date.now());
  });

  it('given a quarantined source, when it is quarantined again, then nothing changes', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`).send({ command: command() });
    const before = await read();
    expect((await api.patch(`${path}/quarantine`)).body).toEqual(before);
    expect((await api.patch(`${path}/quarantine`).send({ command: command() })).body).toEqual(before);
  });

  it('given a quarantined source, when a person releases it, then it starts afresh', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`);
    const { body } = await api.patch(`${path}/release`);
    expect(body).toMatchObject({ status: 'healthy', quarantinedAt: null, healthEpoch: 1 });
    expect((await api.patch(`${path}/release`)).body).toEqual(body);
  });

  it('given a quarantined source, when the crawler releases it, then no fresh start is told back to it', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`).send({ command: command() });
    const { body } = await api.patch(`${path}/release`).send({ command: command() });
    expect(body).toMatchObject({ status: 'healthy', quarantinedAt: null, healthEpoch: 0 });
  });
});

describe('a source disabled by the crawler', () => {
  const reason = 'Auto-disabled after 5 consecutive 404 errors';

  it('given an enabled source, when it is disabled, then it says why', async () => {
    const { status, body } = await (await manager.as('crawler'))
      .patch(`${path}/auto-disable`)
      .send({ reason, command: command() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      enabled: false,
      disabledReason: reason,
      status: 'disabled',
      healthEpoch: 0,
    });
  });

  it('given a source that a person disabled, when the crawler disables it too, then nothing changes', async () => {
    const api = await manager.as();
    const before = (await api.patch(path).send({ enabled: false })).body;
    const { body } = await api.patch(`${path}/auto-disable`).send({ reason, command: command() });
    expect(body).toEqual(before);
  });

  it('given a disabled source, when a person enables it, then the reason is gone', async () => {
    const api = await manager.as();
    await api.patch(`${path}/auto-disable`).send({ reason, command: command() });
    const { body } = await api.patch(path).send({ enabled: true });
    expect(body).toMatchObject({ enabled: true, disabledReason: null, status: 'healthy', healthEpoch: 1 });
  });

  it.each([
    ['no command', { reason }, 'command'],
    ['no reason', { command: command() }, 'reason'],
  ])('given %s, when it is disabled, then 400 names the field', async (_title, body, field) => {
    const answer = await (await manager.as('crawler')).patch(`${path}/auto-disable`).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe.each(['quarantine', 'release', 'auto-disable', 'move-feed'])('the command %s', (name) => {
  const body = (epoch?: number) => ({
    ...(name === 'auto-disable' && { reason: 'words' }),
    ...(name === 'move-feed' && { from: 'https://news.example/feed', to: 'https://news.example/moved' }),
    command: command(epoch),
  });
  beforeEach(async () => {
    if (name === 'release') await (await manager.as()).patch(`${path}/quarantine`);
  });

  it('given it was carried out, when it comes again after a person undid it, then it is refused', async () => {
    const api = await manager.as();
    const sent = body();
    await api.patch(`${path}/${name}`).send(sent);
    await api.patch(path).send({ feedUrl: 'https://news.example/new' });
    const before = await read();
    const again = { ...sent, command: { ...sent.command, commandId: randomUUID() } };
    expect((await api.patch(`${path}/${name}`).send(again)).status).toBe(409);
    expect(await read()).toEqual(before);
  });

  it('given it was carried out, when it comes again, then it is carried out once', async () => {
    const api = await manager.as();
    const sent = body();
    const first = await api.patch(`${path}/${name}`).send(sent);
    const second = await api.patch(`${path}/${name}`).send(sent);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('given another scope or no token, when it is sent, then it is refused and nothing changes', async () => {
    const before = await read();
    const other = ['auto-disable', 'move-feed'].includes(name) ? 'feeds:toggle' : 'crawler';
    const forbidden = await (await manager.as(other, 'sources:read', 'sources:write'))
      .patch(`${path}/${name}`)
      .send(body());
    expect(forbidden.status).toBe(403);
    expect((await manager.anonymous.patch(`${path}/${name}`).send(body())).status).toBe(401);
    expect(await read()).toEqual(before);
  });

  it('given an unknown id, when it is sent, then 404', async () => {
    const api = await manager.as();
    const answer = await api.patch(`/api/v1/sources/${randomUUID()}/${name}`).send(body());
    expect(answer.status).toBe(404);
  });
});
