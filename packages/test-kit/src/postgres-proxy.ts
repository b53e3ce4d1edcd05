import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** `reset` and `close` end the connection, `torn` does so in the middle of a message, `freeze` keeps it open and silent. */
export type Cut = 'reset' | 'close' | 'torn' | 'freeze';

/** The cut for a connection (the first has number 1) after so many of its messages; null for none. */
export type CutPlan = (connection: number, message: number) => Cut | null;

export interface PostgresProxy {
  /** The database URL through the proxy. */
  url: string;
  /** Follows this plan from now on. */
  plan(next: CutPlan): void;
  /** Connections so far. */
  connections(): number;
  cuts: { connection: number; message: number; cut: Cut }[];
  /** Messages that were forwarded so far, in both directions. */
  messages(): number;
  close(): Promise<void>;
}

/** A TCP proxy that knows where the messages of PostgreSQL's protocol end, and can cut a connection at any of them. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const cuts: PostgresProxy['cuts'] = [];
  const sockets = new Set<Socket>();
  let plan: CutPlan = () => null;
  let connections = 0;
  let messages = 0;

  const server = createServer((client) => {
    connections += 1;
    const connection = connections;
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const ends = [client, upstream];
    let count = 0;
    let isCut = false;

    /** Forwards one message, or what is left of it after the cut. */
    function forward(to: Socket, message: Buffer): void {
      if (isCut) return;
      count += 1;
      messages += 1;
      const cut = plan(connection, count);
      if (cut !== 'torn') to.write(message);
      if (!cut) return;
      isCut = true;
      cuts.push({ connection, message: count, cut });
      if (cut === 'freeze') return;
      if (cut === 'torn') to.write(message.subarray(0, Math.ceil(message.length / 2)));
      for (const end of ends) {
        if (cut === 'reset') end.resetAndDestroy();
        else end.end(() => end.destroy());
      }
    }

    for (const [from, to, splitter] of [
      [client, upstream, splitMessages(true)],
      [upstream, client, splitMessages(false)],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => {
        for (const message of splitter(bytes)) forward(to, message);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cuts,
    connections: () => connections,
    messages: () => messages,
    plan: (next) => {
      plan = next;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The client's first message has a length only; all others have a type before it. */
function splitMessages(isClient: boolean): (bytes: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let typeBytes = isClient ? 0 : 1;
  return (bytes) => {
    const found: Buffer[] = [];
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) break;
      found.push(rest.subarray(0, end));
      rest = rest.subarray(end);
      typeBytes = 1;
    }
    return found;
  };
}
