import { type Behaviour, FEED, floods, says } from './behaviour.js';

const BAD = 'parse_error undecodable';
const TOO_LARGE = 'parse_error too_large';
const RESET = 'network connection_reset';
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const LENGTH = `content-length: ${FEED.length}\r\n`;
const chunk = (text: string, extension = '') => `${text.length.toString(16)}${extension}\r\n${text}\r\n`;

/** Bodies that do not end where they say. */
export const FRAMING: Behaviour[] = [
  { name: 'sends less than it says', ends: RESET, answer: says(`${OK}content-length: 9999\r\n\r\n${FEED}`) },
  {
    name: 'sends more than it says',
    ends: BAD,
    answer: says(`${OK}${LENGTH}\r\n${FEED}${'more'.repeat(999)}`),
  },
  { name: 'sends a second answer', ends: 'stored', answer: says(`${OK}${LENGTH}\r\n${FEED}${OK}\r\nmore`) },
  {
    name: 'says it sends nothing',
    ends: BAD,
    answer: says(`${OK}content-length: 0\r\n\r\n${FEED}`),
  },
  {
    name: 'says a length too large',
    ends: TOO_LARGE,
    answer: says(`${OK}content-length: 999999999\r\n\r\n${FEED}`),
  },
  { name: 'says a negative length', ends: BAD, answer: says(`${OK}content-length: -1\r\n\r\n${FEED}`) },
  { name: 'says a length in letters', ends: BAD, answer: says(`${OK}content-length: many\r\n\r\n${FEED}`) },
  {
    name: 'says a length in hexadecimal',
    ends: BAD,
    answer: says(`${OK}content-length: 0x10\r\n\r\n${FEED}`),
  },
  {
    name: 'says a length beyond numbers',
    ends: BAD,
    answer: says(`${OK}content-length: ${'9'.repeat(30)}\r\n\r\n`),
  },
  { name: 'says two lengths', ends: BAD, answer: says(`${OK}content-length: 5\r\n${LENGTH}\r\n${FEED}`) },
  { name: 'says two lengths at once', ends: BAD, answer: says(`${OK}content-length: 5, 6\r\n\r\n${FEED}`) },
  {
    name: 'says a length and sends chunks',
    ends: BAD,
    answer: says(`${OK}${LENGTH}transfer-encoding: chunked\r\n\r\n${chunk(FEED)}0\r\n\r\n`),
  },
  { name: 'sends chunks', ends: 'stored', answer: says(CHUNKED, chunk(FEED), '0\r\n\r\n') },
  { name: 'says chunks and sends none', ends: BAD, answer: says(CHUNKED, FEED) },
  { name: 'sends a chunk size in letters', ends: BAD, answer: says(CHUNKED, 'zz\r\n', FEED) },
  { name: 'sends a negative chunk size', ends: BAD, answer: says(CHUNKED, '-5\r\n', FEED) },
  {
    name: 'sends a chunk size beyond numbers',
    ends: BAD,
    answer: says(CHUNKED, `${'f'.repeat(20)}\r\n`, FEED),
  },
  {
    name: 'sends a chunk longer than it says',
    ends: BAD,
    answer: says(CHUNKED, '5\r\n', FEED, '\r\n0\r\n\r\n'),
  },
  {
    name: 'sends a chunk of terabytes',
    ends: TOO_LARGE,
    answer: floods(`${CHUNKED}ffffffffff\r\n`, 'x'.repeat(9999)),
  },
  { name: 'sends extensions without end', ends: TOO_LARGE, answer: floods(`${CHUNKED}5;`, 'x'.repeat(999)) },
  {
    name: 'sends more framing than body',
    ends: TOO_LARGE,
    answer: floods(CHUNKED, chunk(' ', `;${'x'.repeat(9000)}`)),
  },
  { name: 'sends trailers', ends: 'stored', answer: says(CHUNKED, chunk(FEED), '0\r\nx-sum: 1\r\n\r\n') },
  {
    name: 'sends trailers without end',
    ends: TOO_LARGE,
    answer: floods(`${CHUNKED}${chunk(FEED)}0\r\n`, 'x: y\r\n'),
  },
  { name: 'sends chunks without end', ends: TOO_LARGE, answer: floods(CHUNKED, chunk('x'.repeat(999))) },
  { name: 'sends a body without end', ends: TOO_LARGE, answer: floods(`${OK}\r\n`, 'x'.repeat(9999)) },
  { name: 'sends NUL bytes without end', ends: TOO_LARGE, answer: floods(`${OK}\r\n`, Buffer.alloc(9999)) },
];
