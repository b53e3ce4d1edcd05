import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const FROM = 'https://news.example/feed';
const TO = 'https://feeds.example/news';
const SINCE = '2026-02-01T00:00:00.000Z';

let manager: SourceManagerUnderTest;
let id: string;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());
beforeEach(async () => {
  const { body } = await (await manager.as()).post('/api/v1/sources').send({ name: 'News', feedUrl: FROM });
  id = body.id;
});

const read = async () => (await (await manager.as()).get(`/api/v1/sources/${id}`)).body;
const change = async (way: string, body: object) =>
  (await manager.as()).patch(`/api/v1/sources/${id}${way}`).send(body);
const move = (changes = {}) =>
  change('/move-feed', {
    from: FROM,
    to: TO,
    command: { commandId: randomUUID(), healthEpoch: 0, decidedAt: SINCE },
    ...changes,
  });
const report = async (changes: object) => {
  const health = {
    consecutiveFailures: 0,
    lastFailureType: null,
    lastErrorType: null,
    lastError: null,
    lastSuccessAt: null,
    failingSince: null,
  };
  const reports = [
    { sourceId: id, healthEpoch: 0, lastPolledAt: new Date().toISOString(), ...health, ...changes },
  ];
  return (await manager.as('crawler')).post('/api/v1/sources/health').send({ reports });
};
const PROPOSAL = { proposedFeedUrl: TO, proposedSince: SINCE };
const NO_PROPOSAL = { proposedFeedUrl: null, proposedSince: null };

describe('a feed that has moved', () => {
  it('is proposed while permanent redirects are reported', async () => {
    expect(await read()).toMatchObject(NO_PROPOSAL);
    expect((await report(PROPOSAL)).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject({ feedUrl: FROM, version: 1, ...PROPOSAL });
    await report({});
    expect(await read()).toMatchObject(NO_PROPOSAL);
  });

  it('changes only its URL, without a fresh start, given a move by the crawler', async () => {
    await report({ ...PROPOSAL, consecutiveFailures: 2 });
    const before = await read();
    const { status, body } = await move();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      ...NO_PROPOSAL,
      feedUrl: TO,
      version: 2,
      updatedAt: expect.any(String),
    });
  });

  it('is not proposed by a report that was under way during the move', async () => {
    await move();
    await report(PROPOSAL);
    expect(await read()).toMatchObject({ feedUrl: TO, ...NO_PROPOSAL });
  });

  it('is no longer proposed after a person changed the URL', async () => {
    await report(PROPOSAL);
    await change('', { feedUrl: 'https://other.example/feed' });
    expect(await read()).toMatchObject({ feedUrl: 'https://other.example/feed', ...NO_PROPOSAL });
  });

  it.each([
    ['that is found elsewhere', {}, { from: 'https://news.example/older' }],
    ['that is a website by now', { type: 'website' }, {}],
  ])('does not change, given one %s', async (_given, settings, body) => {
    if (Object.keys(settings).length > 0) await change('', settings);
    const before = await read();
    const { healthEpoch } = before;
    const answer = await move({
      ...body,
      command: { commandId: randomUUID(), healthEpoch, decidedAt: SINCE },
    });
    expect([answer.status, answer.body]).toEqual([200, before]);
  });

  it('responds 409, given a person who changed the URL meanwhile', async () => {
    await change('', { feedUrl: 'https://other.example/feed' });
    expect((await move()).status).toBe(409);
    expect((await read()).feedUrl).toBe('https://other.example/feed');
  });

  it.each([
    ['no web address', { to: 'ftp://news.example/feed' }, 'to'],
    ['no command', { command: undefined }, 'command'],
  ])('responds 400 naming the field, given %s', async (_given, body, field) => {
    const answer = await move(body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });
});
