import { answers, type Behaviour, FEED, says } from './behaviour.js';

const TLS = 'network tls';
const RESET = 'network connection_reset';

/** Secure connections that are not. */
export const SECURE: Behaviour[] = [
  { name: 'has a certificate we trust', ends: 'stored', over: 'trusted', answer: answers(FEED) },
  { name: 'has a certificate of its own', ends: TLS, over: 'secure', answer: answers(FEED) },
  { name: 'has the certificate of another host', ends: TLS, over: 'wrong-host', answer: answers(FEED) },
  { name: 'has a certificate that is over', ends: TLS, over: 'expired', answer: answers(FEED) },
  { name: 'speaks an old TLS only', ends: TLS, over: 'outdated', answer: answers(FEED) },
  {
    name: 'speaks plainly where TLS is due',
    ends: TLS,
    over: 'https-to-plain',
    connected: says(`HTTP/1.1 200 OK\r\n\r\n${FEED}`),
  },
  {
    name: 'alerts at the handshake',
    ends: TLS,
    over: 'https-to-plain',
    connected: says(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
  },
  {
    name: 'says noise at the handshake',
    ends: TLS,
    over: 'https-to-plain',
    connected: says(Buffer.alloc(500, 'noise')),
  },
  {
    name: 'resets at the handshake',
    ends: RESET,
    over: 'https-to-plain',
    answer: (socket) => socket.resetAndDestroy(),
    connected: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  {
    name: 'closes at the handshake',
    ends: RESET,
    over: 'https-to-plain',
    connected: (socket) => void socket.end(),
  },
  {
    name: 'says nothing at the handshake',
    ends: 'network timeout',
    waits: true,
    over: 'https-to-plain',
    connected: () => {},
  },
  {
    name: 'resets behind the handshake',
    ends: RESET,
    over: 'trusted',
    answer: (socket) => void socket.destroy(),
  },
  { name: 'speaks TLS where it is not due', ends: RESET, over: 'http-to-tls', answer: answers(FEED) },
];
