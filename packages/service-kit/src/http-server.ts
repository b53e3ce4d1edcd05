import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  port: number;
  /** Answers what has been asked, takes nothing new. */
  close(): Promise<void>;
}

/** How long answers that are under way may take once the service stops. */
const CLOSE_PATIENCE_MS = 5000;

export async function startHttpServer(app: RequestListener, port: number): Promise<RunningServer> {
  const server = createServer(app);
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
