import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseConnect, refuseGarbage } from './refuse-socket.js';

export interface RunningServer {
  /** What it listens on. */
  host: string;
  port: number;
  /** Completes requests in progress, accepts no new ones. */
  close(): Promise<void>;
}

export interface ServerLimits {
  /** A client that sends slowly holds a connection. These bound the headers, and the whole request with a large body. */
  headersTimeout: number;
  requestTimeout: number;
  /** How often these two are checked. */
  connectionsCheckingInterval: number;
  /** Longer than the minute after which proxies close an idle connection. */
  keepAliveTimeout: number;
  /** In bytes, with room for a token of 8 kB. */
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
/** How long requests in progress may take once the service stops. */
const CLOSE_PATIENCE_MS = 5000;

export interface ListenOptions {
  /** The address to listen on; this machine only, unless given. */
  host?: string;
  /** 0: any free port. */
  port: number;
}

export async function startHttpServer(
  app: RequestListener,
  { host = '127.0.0.1', port }: ListenOptions,
  limits: ServerLimits = SERVER_LIMITS,
): Promise<RunningServer> {
  const server = createServer({ ...limits, requireHostHeader: false }, app);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', refuseGarbage);
  server.on('connect', refuseConnect);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const listening = server.address() as AddressInfo;
  return {
    host: listening.address,
    port: listening.port,
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
