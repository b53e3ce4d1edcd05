import type { Socket } from 'node:net';

/** What a server does to who connects to it, and how a poll of it must end. */
export interface Behaviour {
  name: string;
  /** `type code` of the failure, or the kind of an outcome that is none. */
  ends: string;
  /** `plain` unless given; `secure` is TLS with a certificate nobody knows. */
  over?:
    | 'plain'
    | 'secure'
    | 'trusted'
    | 'wrong-host'
    | 'expired'
    | 'outdated'
    | 'https-to-plain'
    | 'http-to-tls';
  /** Once connected, before anything was asked. */
  connected?: (socket: Socket) => void;
  /** Once the head of a request has arrived. */
  answer?: (socket: Socket, head: string) => void;
  /** Ends only when some time is over. */
  waits?: boolean;
}

export const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
<item><guid>1</guid><title>First</title><link>https://news.example/1</link><description>The first story.</description></item>
</channel></rss>`;

type Bytes = string | Buffer;
const FLOOD_BYTES = 16_384;

/** Says these bytes and no more, as they are. */
export const says =
  (...parts: Bytes[]) =>
  (socket: Socket): void =>
    void socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));

/** Says these bytes and stays connected. */
export const saysAndStays =
  (text: string) =>
  (socket: Socket): void =>
    void socket.write(text);

/** An answer that is well-formed but for the headers given. */
export const answers = (body: Bytes, headers: string[] = [], status = '200 OK') => {
  const length = `content-length: ${Buffer.from(body as string).length}`;
  return says([`HTTP/1.1 ${status}`, length, ...headers, '', ''].join('\r\n'), Buffer.from(body as string));
};

/** Says something, then the same again and again, as fast as it is taken. */
export const floods =
  (start: string, again: Bytes) =>
  (socket: Socket): void => {
    const unit = Buffer.from(again as string, 'latin1');
    const piece = Buffer.concat(Array(Math.ceil(FLOOD_BYTES / unit.length)).fill(unit));
    const goOn = () => {
      if (!socket.destroyed) socket.write(piece, () => setImmediate(goOn));
    };
    socket.write(Buffer.from(start, 'latin1'), goOn);
  };

/** Says something, then the same again and again, slowly. */
export const drips =
  (start: string, again: string, everyMs = 20) =>
  (socket: Socket): void => {
    socket.write(start);
    const timer = setInterval(() => socket.write(again), everyMs);
    socket.on('close', () => clearInterval(timer));
  };

/** Says something and, when it was heard, cuts the connection: politely or not. */
export const saysThen =
  (text: string, cut: 'end' | 'reset') =>
  (socket: Socket): void => {
    socket.write(text);
    // Who polls lives in the same loop and hears in its next turn. A reset that comes with the last bytes looks to
    // libuv like a polite end.
    afterTurns(3, () => (cut === 'end' ? socket.end() : socket.resetAndDestroy()));
  };

function afterTurns(turns: number, act: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, act) : act()));
}
