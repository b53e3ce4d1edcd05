import { sampleSource, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSourceClient, UnexpectedResponseError } from '../src/index.js';

let server: TestWebServer;
beforeAll(async () => {
  server = await startTestWebServer(() => {});
});
afterAll(() => server.close());

function responding(body: unknown) {
  server.answer((_request, response) => void response.end(JSON.stringify(body)));
  return createSourceClient({ baseUrl: server.url, token: async () => 'a.b.c' });
}
const rest = { nextCursor: 'c1', more: false, policyVersion: 'v1' };

describe('reading the changes of sources', () => {
  it('gives the changes that are as the contract says, and names the others', async () => {
    const source = sampleSource();
    const client = responding({
      ...rest,
      items: [
        { kind: 'changed', source },
        { kind: 'changed', source: { ...source, id: 'id-2', type: 'telepathy' } },
        { kind: 'renamed', id: 'id-3' },
        7,
      ],
    });
    const { items, unreadable, nextCursor } = await client.readSourceChanges({ cursor: 'c0' });
    expect(items).toEqual([{ kind: 'changed', source }]);
    expect(unreadable).toEqual([
      { id: 'id-2', why: expect.stringContaining('source.type') },
      { id: 'id-3', why: expect.stringContaining('kind') },
      { id: null, why: expect.any(String) },
    ]);
    expect(nextCursor).toBe('c1');
    expect(server.requests.at(-1)?.url).toBe('/api/v1/sources/changes?cursor=c0');
  });

  it('refuses a page that is no page', async () => {
    await expect(responding({ ...rest, items: 'none' }).readSourceChanges()).rejects.toThrow(
      UnexpectedResponseError,
    );
  });
});
