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
  it('shows since when a source is not active', async () => {
    const api = await manager.as('feeds:toggle', 'sources:read');
    const { status, body } = await api.patch(`${path}/quarantine`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'quarantined', quarantinedAt: expect.any(String), version: 2 });
    const active = await api.get('/api/v1/sources?feed_active=true&limit=500');
    expect(active.body.items.map((item: { id: string }) => item.id)).not.toContain(body.id);
  });

  it('starts at the decision, given a command that waited', async () => {
    const sent = command();
    const { body } = await (await manager.as()).patch(`${path}/quarantine`).send({ command: sent });
    expect(body.quarantinedAt).toBe(sent.decidedAt);
  });

  it('does not start in the future, given a clock that is ahead', async () => {
    const ahead = command(0, Date.now() + 3_600_000);
    const { body } = await (await manager.as()).patch(`${path}/quarantine`).send({ command: ahead });
    expect(Date.parse(body.quarantinedAt)).toBeLessThanOrEqual(Date.now());
  });

  it('does not change a source that is quarantined already', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`).send({ command: command() });
    const before = await read();
    expect((await api.patch(`${path}/quarantine`)).body).toEqual(before);
    expect((await api.patch(`${path}/quarantine`).send({ command: command() })).body).toEqual(before);
  });

  it('ends with a fresh start, given a person who releases the source', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`);
    const { body } = await api.patch(`${path}/release`);
    expect(body).toMatchObject({ status: 'healthy', quarantinedAt: null, healthEpoch: 1 });
    expect((await api.patch(`${path}/release`)).body).toEqual(body);
  });

  it('ends without a fresh start if the crawler releases the source', async () => {
    const api = await manager.as();
    await api.patch(`${path}/quarantine`).send({ command: command() });
    const { body } = await api.patch(`${path}/release`).send({ command: command() });
    expect(body).toMatchObject({ status: 'healthy', quarantinedAt: null, healthEpoch: 0 });
  });
});

describe('a source disabled by the crawler', () => {
  const reason = 'Auto-disabled after 5 consecutive 404 errors';

  it('shows the reason', async () => {
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

  it('does not change if a person had disabled it before', async () => {
    const api = await manager.as();
    const before = (await api.patch(path).send({ enabled: false })).body;
    const { body } = await api.patch(`${path}/auto-disable`).send({ reason, command: command() });
    expect(body).toEqual(before);
  });

  it('loses the reason once a person enables it', async () => {
    const api = await manager.as();
    await api.patch(`${path}/auto-disable`).send({ reason, command: command() });
    const { body } = await api.patch(path).send({ enabled: true });
    expect(body).toMatchObject({ enabled: true, disabledReason: null, status: 'healthy', healthEpoch: 1 });
  });

  it.each([
    ['no command', { reason }, 'command'],
    ['no reason', { command: command() }, 'reason'],
  ])('responds 400 naming the field, given %s', async (_title, body, field) => {
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

  it('is refused if it comes again after a person undid it', async () => {
    const api = await manager.as();
    const sent = body();
    await api.patch(`${path}/${name}`).send(sent);
    await api.patch(path).send({ feedUrl: 'https://news.example/new' });
    const before = await read();
    const again = { ...sent, command: { ...sent.command, commandId: randomUUID() } };
    expect((await api.patch(`${path}/${name}`).send(again)).status).toBe(409);
    expect(await read()).toEqual(before);
  });

  it('is carried out once, even if it comes again', async () => {
    const api = await manager.as();
    const sent = body();
    const first = await api.patch(`${path}/${name}`).send(sent);
    const second = await api.patch(`${path}/${name}`).send(sent);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('is refused with another scope or no token, and changes nothing', async () => {
    const before = await read();
    const other = ['auto-disable', 'move-feed'].includes(name) ? 'feeds:toggle' : 'crawler';
    const forbidden = await (await manager.as(other, 'sources:read', 'sources:write'))
      .patch(`${path}/${name}`)
      .send(body());
    expect(forbidden.status).toBe(403);
    expect((await manager.anonymous.patch(`${path}/${name}`).send(body())).status).toBe(401);
    expect(await read()).toEqual(before);
  });

  it('responds 404, given an unknown id', async () => {
    const api = await manager.as();
    const answer = await api.patch(`/api/v1/sources/${randomUUID()}/${name}`).send(body());
    expect(answer.status).toBe(404);
  });
});
