import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { Behaviour } from './behaviour.js';
import { createTestCertificate } from './test-certificate.js';

export interface HostileServer {
  /** With a password, as a source may have one. */
  url: string;
  /** How many connections are open. */
  open(): number;
  close(): Promise<void>;
}

const FUTURE = new Date(Date.now() + 86_400_000);
const trusted = createTestCertificate('127.0.0.1', FUTURE);
const wrongHost = createTestCertificate('127.0.0.9', FUTURE);
const expired = createTestCertificate('127.0.0.1', new Date('2021-01-01T00:00:00Z'));
const unknown = createTestCertificate('127.0.0.1', FUTURE);

export const TRUSTED_CERTIFICATES = [trusted.cert, wrongHost.cert, expired.cert];
export const PASSWORD = 'url-passw0rd';

const TLS_OPTIONS: Partial<Record<NonNullable<Behaviour['over']>, TlsOptions>> = {
  secure: unknown,
  trusted,
  'wrong-host': wrongHost,
  expired,
  outdated: { ...trusted, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
  'http-to-tls': trusted,
};

export async function startHostileServer({
  over = 'plain',
  ...behaviour
}: Behaviour): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const options = TLS_OPTIONS[over];
  const onConnection = (socket: Socket) => behave(socket, behaviour);
  const server: Server = options
    ? createTlsServer(options, onConnection).on('tlsClientError', () => {})
    : createServer(onConnection);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Whoever polls may cut the connection in the middle of anything.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const isHttps = over !== 'plain' && over !== 'http-to-tls';
  const { port } = server.address() as AddressInfo;
  return {
    url: `${isHttps ? 'https' : 'http'}://ann:${PASSWORD}@127.0.0.1:${port}/feed`,
    open: () => sockets.size,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function behave(socket: Socket, { connected, answer }: Omit<Behaviour, 'over'>): void {
  socket.on('error', () => {});
  connected?.(socket);
  let head = '';
  const onData = (bytes: Buffer) => {
    head += bytes.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    socket.off('data', onData);
    socket.resume();
    answer?.(socket, head);
  };
  socket.on('data', onData);
}
