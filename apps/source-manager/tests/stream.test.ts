import { eventually, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

interface Message {
  id: string | undefined;
  event: string;
  data: Record<string, unknown>;
}

/** Everything that a stream has said so far; it is read until it ends or is closed. */
async function follow(query = '', headers: Record<string, string> = {}) {
  const closing = new AbortController();
  const response = await fetch(`${manager.baseUrl}/api/v1/stream${query}`, {
    headers: { authorization: `Bearer ${await testToken(['sources:read'])}`, ...headers },
    signal: closing.signal,
  });
  const messages: Message[] = [];
  const reading = (async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const parts = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = parts.pop() ?? '';
      messages.push(...parts.map(messageOf));
    }
  })().catch(() => {});
  return { response, messages, ended: reading, close: () => closing.abort() };
}

function messageOf(text: string): Message {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? '{}') };
}

async function has(messages: Message[], isMeant: (message: Message) => boolean): Promise<Message> {
  return eventually(async () => {
    const found = messages.find(isMeant);
    if (!found) throw new Error(`not among ${messages.map(({ event }) => event)}`);
    return found;
  });
}

describe('the stream', () => {
  it('tells of changes and polls as they happen, and how all sources are then', async () => {
    const api = await manager.as();
    const { response, messages, close } = await follow();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await has(messages, ({ event }) => event === 'ping');
    // The first round finds out where it begins, and has everything read again.
    await has(messages, ({ event, data }) => event === 'sources' && data.many === true);

    const { body } = await api
      .post('/api/v1/sources')
      .send({ name: 'Live', feedUrl: 'https://live.example/feed' });
    const created = await has(messages, ({ event }) => event === 'event');
    expect(created.data).toMatchObject({ action: 'created', sourceName: 'Live', id: created.id });
    await has(messages, ({ event, data }) => event === 'overview' && data.total === 1);

    await api
      .post('/api/v1/sources/health')
      .send({
        reports: [
          {
            sourceId: body.id,
            healthEpoch: 0,
            consecutiveFailures: 1,
            lastFailureType: 'transient',
            lastErrorType: 'unexpected',
            lastError: 'HTTP 418',
            lastPolledAt: new Date().toISOString(),
            lastSuccessAt: null,
            failingSince: new Date().toISOString(),
          },
        ],
      })
      .expect(200);
    const failing = { id: body.id, version: 1, status: 'failing', needsYou: 'unexpected' };
    await has(
      messages,
      ({ event, data }) => event === 'sources' && JSON.stringify(data.items) === JSON.stringify([failing]),
    );
    close();
  }, 30_000);

  it('goes on where a client was, and ends when it was asked to', async () => {
    const api = await manager.as();
    const { items } = (await api.get('/api/v1/events')).body;
    await api.post('/api/v1/sources').send({ name: 'While away' }).expect(201);
    const { messages, ended } = await follow('?seconds=1', { 'last-event-id': items[0].id });
    await ended;
    expect(messages.filter(({ event }) => event === 'event').map(({ data }) => data.sourceName)).toEqual([
      'While away',
    ]);
  }, 20_000);
});
