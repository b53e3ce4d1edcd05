import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnreachableError, createSourceClient } from '../src/index.js';

const report = { added: 0, known: 0, invalid: 0, truncated: false, entries: [] };
const line = (value: object) => `${JSON.stringify(value)}\n`;

let server: TestWebServer;
beforeAll(async () => {
  server = await startTestWebServer((_request, response) => response.end());
});
afterAll(() => server.close());

const client = () => createSourceClient({ baseUrl: server.url, token: async () => 'a.b.c', retry: false });

describe('OPML', () => {
  it('is sent as UTF-8, given a text', async () => {
    server.answer((_request, response) => void response.end(JSON.stringify(report)));
    expect(await client().importSources('<opml/>')).toEqual(report);
    const request = server.requests.at(-1);
    expect([request?.url, request?.headers['content-type']]).toEqual([
      '/api/v1/sources/import',
      'text/x-opml; charset=utf-8',
    ]);
  });

  it('is sent unchanged, given bytes in the character set that they declare', async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><opml a="\xfc"/>', 'latin1');
    let received = Buffer.alloc(0);
    server.answer(async (request, response) => {
      for await (const chunk of request) received = Buffer.concat([received, chunk as Buffer]);
      response.end(JSON.stringify(report));
    });
    await client().importSources(Uint8Array.from(bytes));
    expect(received.equals(bytes)).toBe(true);
    expect(server.requests.at(-1)?.headers['content-type']).toBe('text/x-opml');
  });

  it('reports progress while it is imported, also when lines arrive in pieces', async () => {
    const text = line({ kind: 'progress', done: 5, total: 9 }) + line({ kind: 'report', ...report });
    server.answer((_request, response) => {
      response.write(text.slice(0, 20));
      setTimeout(() => response.end(text.slice(20)), 20);
    });
    const heard: number[] = [];
    const answer = await client().importSources('<opml/>', { onProgress: ({ done }) => heard.push(done) });
    expect([heard, answer]).toEqual([[5], report]);
    expect(server.requests.at(-1)?.headers.accept).toBe('application/x-ndjson');
  });

  it('is not imported as far as anybody knows, given a response without a report', async () => {
    server.answer((_request, response) => void response.end(line({ kind: 'progress', done: 5, total: 9 })));
    const importing = client().importSources('<opml/>', { onProgress: () => {} });
    await expect(importing).rejects.toBeInstanceOf(ApiUnreachableError);
  });

  it('is exported as text, with a filter', async () => {
    server.answer((_request, response) => void response.end('<opml></opml>'));
    const filter = { status: ['failing' as const, 'probing' as const], q: 'a b' };
    expect(await client().exportSources(filter)).toBe('<opml></opml>');
    expect(server.requests.at(-1)?.url).toBe('/api/v1/sources/export?status=failing%2Cprobing&q=a+b');
  });
});
