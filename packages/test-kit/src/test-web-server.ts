import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestWebServer {
  url: string;
  /** All requests so far. */
  requests: IncomingMessage[];
  /** Replaces the listener. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that behaves as the test says. */
export async function startTestWebServer(
  listener: RequestListener,
  address = '127.0.0.1',
): Promise<TestWebServer> {
  let current = listener;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
