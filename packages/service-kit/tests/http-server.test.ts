import { connect } from 'node:net';
import { sendBytes, sendRequest } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningServer, SERVER_LIMITS, startHttpServer } from '../src/http/http-server.js';

/** As in life, only sooner. */
const LIMITS = {
  ...SERVER_LIMITS,
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
};

let server: RunningServer;
let handled = 0;
beforeEach(async () => {
  handled = 0;
  server = await startHttpServer(
    (request, response) => {
      request.resume().on('end', () => {
        handled += 1;
        response.end('done');
      });
    },
    { port: 0 },
    LIMITS,
  );
});
afterEach(() => server.close());

describe('startHttpServer, given a client that sends slowly', () => {
  it.each([
    ['nothing of a request but its begin', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['no body after the headers', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n'],
  ])('responds 408 with a problem and closes the connection, given %s', async (_given, bytes) => {
    const answer = await sendBytes(server.port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"detail":"the request did not arrive in time"');
    expect(handled).toBe(0);
  });

  it('serves others beside a hundred of them', async () => {
    const slow = Array.from({ length: 100 }, () => sendBytes(server.port, 'GET / HTTP/1.1\r\n'));
    expect((await sendRequest(server.port, { method: 'GET', path: '/' })).text).toBe('done');
    expect(new Set((await Promise.all(slow)).map((answer) => answer.slice(9, 12)))).toEqual(new Set(['408']));
  });

  it('serves others after one that disconnects in the middle', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc', () => socket.destroy());
    expect((await sendRequest(server.port, { method: 'GET', path: '/' })).text).toBe('done');
  });
});

describe('startHttpServer', () => {
  it.each([
    { asked: undefined, host: '127.0.0.1' },
    { asked: '0.0.0.0', host: '0.0.0.0' },
  ])('listens on $host when asked for $asked', async ({ asked, host }) => {
    const other = await startHttpServer(() => {}, { port: 0, ...(asked && { host: asked }) });
    expect(other.host).toBe(host);
    await other.close();
  });
});
