import { type Behaviour, drips, FEED, saysAndStays, saysThen } from './behaviour.js';

const RESET = 'network connection_reset';
const TIMEOUT = 'network timeout';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\n';
const BEGUN = `${HEAD}content-length: 5000\r\n\r\n${FEED.slice(0, 100)}`;
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n10\r\n<rss version="2.`;

/** Connections that are cut, and such that are held. */
export const CONNECTIONS: Behaviour[] = [
  { name: 'resets once connected', ends: RESET, connected: (socket) => socket.resetAndDestroy() },
  { name: 'closes once connected', ends: RESET, connected: (socket) => void socket.end() },
  { name: 'resets once asked', ends: RESET, answer: (socket) => socket.resetAndDestroy() },
  { name: 'closes once asked', ends: RESET, answer: (socket) => void socket.end() },
  { name: 'resets in the status line', ends: RESET, answer: saysThen('HTTP/1.1 2', 'reset') },
  { name: 'closes in the status line', ends: RESET, answer: saysThen('HTTP/1.1 2', 'end') },
  { name: 'resets in the head', ends: RESET, answer: saysThen(HEAD, 'reset') },
  { name: 'closes in the head', ends: RESET, answer: saysThen(HEAD, 'end') },
  {
    name: 'resets after the head',
    ends: RESET,
    answer: saysThen(`${HEAD}content-length: 9\r\n\r\n`, 'reset'),
  },
  { name: 'closes after the head', ends: RESET, answer: saysThen(`${HEAD}content-length: 9\r\n\r\n`, 'end') },
  { name: 'resets in the body', ends: RESET, answer: saysThen(BEGUN, 'reset') },
  { name: 'closes in the body', ends: RESET, answer: saysThen(BEGUN, 'end') },
  { name: 'resets in a chunk', ends: RESET, answer: saysThen(CHUNKED, 'reset') },
  { name: 'closes in a chunk', ends: RESET, answer: saysThen(CHUNKED, 'end') },
  { name: 'closes before the last chunk', ends: RESET, answer: saysThen(`${CHUNKED}\r\n`, 'end') },
  { name: 'resets in a body without a length', ends: RESET, answer: saysThen(`${HEAD}\r\n${FEED}`, 'reset') },
  {
    name: 'answers and never lets go',
    ends: 'stored',
    answer: saysAndStays(`${HEAD}content-length: ${FEED.length}\r\n\r\n${FEED}`),
  },
  { name: 'says nothing', ends: TIMEOUT, waits: true, answer: () => {} },
  { name: 'says half a status line', ends: TIMEOUT, waits: true, answer: saysAndStays('HTTP/1.1 20') },
  { name: 'says half a head', ends: TIMEOUT, waits: true, answer: saysAndStays(HEAD) },
  { name: 'says nothing after the head', ends: TIMEOUT, waits: true, answer: saysAndStays(`${HEAD}\r\n`) },
  { name: 'rests in the body', ends: TIMEOUT, waits: true, answer: saysAndStays(BEGUN) },
  { name: 'rests in a chunk', ends: TIMEOUT, waits: true, answer: saysAndStays(CHUNKED) },
  { name: 'rests before the last chunk', ends: TIMEOUT, waits: true, answer: saysAndStays(`${CHUNKED}\r\n`) },
  { name: 'drips its status line', ends: TIMEOUT, waits: true, answer: drips('HTTP/1.1 200 ', 'O') },
  { name: 'drips headers', ends: TIMEOUT, waits: true, answer: drips(HEAD, 'x-more: 1\r\n') },
  { name: 'drips a body', ends: TIMEOUT, waits: true, answer: drips(`${HEAD}\r\n<rss>`, ' ') },
  {
    name: 'drips chunks',
    ends: TIMEOUT,
    waits: true,
    answer: drips(`${HEAD}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
  },
  {
    name: 'drips early hints',
    ends: TIMEOUT,
    waits: true,
    answer: drips('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 30),
  },
];
