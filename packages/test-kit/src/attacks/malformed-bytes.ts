/** Bytes that are not HTTP, or HTTP with a trick: each gets a response with one of these statuses, and the connection is closed. */
export const MALFORMED_BYTES: { given: string; bytes: string; status: number[] }[] = [
  { given: 'noise', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', status: [400] },
  { given: 'words', bytes: 'hello, is anybody there?\r\n\r\n', status: [400] },
  { given: 'NUL bytes', bytes: '\0'.repeat(64), status: [400] },
  { given: 'an unknown method', bytes: 'BREW /api/v1/sources HTTP/1.1\r\nhost: x\r\n\r\n', status: [400] },
  { given: 'a method in lower case', bytes: 'get / HTTP/1.1\r\nhost: x\r\n\r\n', status: [400] },
  { given: 'no version', bytes: 'GET /healthz\r\n\r\n', status: [505] },
  { given: 'version 9', bytes: 'GET /healthz HTTP/9.9\r\nhost: x\r\n\r\n', status: [400] },
  { given: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: [400] },
  { given: 'no host', bytes: 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', status: [400] },
  { given: 'a space in the path', bytes: 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n', status: [400] },
  { given: 'a header without a name', bytes: 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', status: [400] },
  {
    given: 'a header name with a space',
    bytes: 'GET / HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n',
    status: [400],
  },
  { given: 'a NUL in a header', bytes: 'GET / HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n', status: [400] },
  { given: 'a bare CR in a header', bytes: 'GET / HTTP/1.1\r\nhost: x\r\na: b\rc: d\r\n\r\n', status: [400] },
  {
    given: 'two lengths',
    bytes: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    status: [400],
  },
  {
    given: 'a length and chunks',
    bytes: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    status: [400],
  },
  {
    given: 'an obscure transfer encoding',
    bytes: 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
    status: [400, 404],
  },
  {
    given: 'a negative length',
    bytes: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    status: [400],
  },
  {
    given: 'a length in hexadecimal',
    bytes: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0x5\r\n\r\n',
    status: [400],
  },
  {
    given: 'headers beyond the limit',
    bytes: `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
    status: [431],
  },
  {
    given: 'very many headers',
    bytes: `GET / HTTP/1.1\r\nhost: x\r\n${'a-header: its value\r\n'.repeat(1500)}\r\n`,
    status: [431],
  },
  {
    given: 'a path beyond the limit',
    bytes: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    status: [431],
  },
  {
    given: 'a tunnel',
    bytes: 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n',
    status: [405],
  },
  {
    given: 'a bad chunk',
    bytes:
      'POST /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n',
    status: [400, 404],
  },
];
