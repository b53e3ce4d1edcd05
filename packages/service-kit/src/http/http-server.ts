import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseConnect, refuseGarbage } from './refuse-socket.js';

export interface RunningServer {
  port: number;
  /** Answers what has been asked, takes nothing new. */
  close(): Promise<void>;
}

export interface ServerLimits {
  /** A caller who sends slowly holds a connection: so long for the headers, so long for all of a request, a long file included. */
  headersTimeout: number;
  requestTimeout: number;
  /** How often these two are looked after. */
  connectionsCheckingInterval: number;
  /** Longer than the minute after which proxies let an idle connection go. */
  keepAliveTimeout: number;
  /** In bytes; room for a token of 8 kB. */
  maxHeaderSize: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};

const MAX_CONNECTIONS = 2000;
/** How long answers that are under way may take once the service stops. */
const CLOSE_PATIENCE_MS = 5000;

export async function startHttpServer(
  app: RequestListener,
  port: number,
  limits: ServerLimits = SERVER_LIMITS,
): Promise<RunningServer> {
  const server = createServer({ ...limits, requireHostHeader: false }, app);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', refuseGarbage);
  server.on('connect', refuseConnect);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
        server.close(() => {
          clearTimeout(giveUp);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
