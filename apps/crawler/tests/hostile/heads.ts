import { answers, type Behaviour, FEED, floods, says } from './behaviour.js';

const NOT_HTTP = 'parse_error undecodable';
const TOO_LARGE = 'parse_error too_large';
const OK = `HTTP/1.1 200 OK\r\ncontent-length: ${FEED.length}\r\n`;
const interim = (status: string, times: number) => `HTTP/1.1 ${status}\r\n\r\n`.repeat(times);

/** Heads that are none, too long, or odd but sound. */
export const HEADS: Behaviour[] = [
  { name: 'speaks HTTP/0.9', ends: NOT_HTTP, answer: says(FEED) },
  { name: 'speaks HTTP/1.0', ends: 'stored', answer: says(`HTTP/1.0 200 OK\r\n\r\n${FEED}`) },
  { name: 'speaks HTTP/2 unasked', ends: NOT_HTTP, answer: says(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])) },
  { name: 'speaks HTTP/9.9', ends: NOT_HTTP, answer: says(`HTTP/9.9 200 OK\r\n\r\n${FEED}`) },
  { name: 'speaks SSH', ends: NOT_HTTP, connected: (socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n') },
  {
    name: 'speaks SMTP',
    ends: NOT_HTTP,
    connected: (socket) => void socket.write('220 mail.test ESMTP\r\n'),
  },
  { name: 'speaks TLS unasked', ends: NOT_HTTP, answer: says(Buffer.from([21, 3, 3, 0, 2, 2, 10])) },
  { name: 'says NUL bytes', ends: NOT_HTTP, answer: says(Buffer.alloc(2000)) },
  { name: 'says 0xFF bytes', ends: NOT_HTTP, answer: floods('', Buffer.alloc(4000, 0xff)) },
  { name: 'answers itself', ends: NOT_HTTP, answer: (socket, head) => says(head)(socket) },
  { name: 'has a status of letters', ends: NOT_HTTP, answer: says('HTTP/1.1 abc OK\r\n\r\n') },
  { name: 'has a status of four digits', ends: NOT_HTTP, answer: says('HTTP/1.1 2000 OK\r\n\r\n') },
  { name: 'has a negative status', ends: NOT_HTTP, answer: says('HTTP/1.1 -200 OK\r\n\r\n') },
  { name: 'has no reason', ends: 'stored', answer: says(`HTTP/1.1 200\r\n\r\n${FEED}`) },
  { name: 'has a header without a colon', ends: NOT_HTTP, answer: says(`${OK}nonsense\r\n\r\n${FEED}`) },
  { name: 'has a header name with a space', ends: NOT_HTTP, answer: says(`${OK}x y: 1\r\n\r\n${FEED}`) },
  { name: 'has NUL in a header', ends: NOT_HTTP, answer: says(`${OK}x-y: a\0b\r\n\r\n${FEED}`) },
  { name: 'has a bare CR in a header', ends: NOT_HTTP, answer: says(`${OK}x-y: a\rb\r\n\r\n${FEED}`) },
  { name: 'has a validator of control characters', ends: NOT_HTTP, answer: answers(FEED, ['etag: "\x7f"']) },
  { name: 'has a validator of high bytes', ends: 'stored', answer: answers(FEED, ['etag: "\xe9\xff"']) },
  {
    name: 'has a status line without end',
    ends: TOO_LARGE,
    answer: floods('HTTP/1.1 200 ', 'O'.repeat(999)),
  },
  { name: 'has a header without end', ends: TOO_LARGE, answer: floods(`${OK}x: `, 'x'.repeat(999)) },
  { name: 'has headers without end', ends: TOO_LARGE, answer: floods(OK, 'x-more: and more\r\n') },
  { name: 'has a large header', ends: TOO_LARGE, answer: answers(FEED, [`x-large: ${'x'.repeat(5000)}`]) },
  { name: 'has many headers', ends: TOO_LARGE, answer: answers(FEED, Array(900).fill('x-many: values')) },
  {
    name: 'has as many cookies as fit',
    ends: 'stored',
    answer: answers(FEED, Array(90).fill('set-cookie: a=b')),
  },
  {
    name: 'gives a few hints before',
    ends: 'stored',
    answer: says(interim('103 Early Hints', 9), OK, '\r\n', FEED),
  },
  { name: 'says 100 without end', ends: TOO_LARGE, answer: floods('', interim('100 Continue', 10)) },
  { name: 'says 102 without end', ends: TOO_LARGE, answer: floods('', interim('102 Processing', 10)) },
  { name: 'says 103 without end', ends: TOO_LARGE, answer: floods('', interim('103 Early Hints', 10)) },
  { name: 'says 199 without end', ends: TOO_LARGE, answer: floods('', interim('199 Odd', 10)) },
];
