import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that systems hand out by themselves: none of these goes to somebody's outgoing connection, or to a
// server that takes any port, between our look and our use.
const FIRST = 20_000;
const END = 32_000;

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  return (await isPortTaken(port)) ? freePort() : port;
}

/** Listens on every address for a moment: a program bound to any of them is in the way. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    server.listen(port, () => server.close(() => resolve(false)));
  });
}
