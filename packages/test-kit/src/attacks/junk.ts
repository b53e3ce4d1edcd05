/** Impossible ids; 404 unless the path itself is not valid. */
export const BAD_IDS: { id: string; status: number }[] = [
  { id: 'nothing', status: 404 },
  { id: '0', status: 404 },
  { id: '-1', status: 404 },
  { id: '1e3', status: 404 },
  { id: '99999999999999999999', status: 404 },
  { id: '3f0c7d52-8f2b-4a55-9a53-2f7a5d0c9a1', status: 404 },
  { id: '3f0c7d52-8f2b-4a55-9a53-2f7a5d0c9a11%00', status: 404 },
  { id: "1'%20or%20'1'='1", status: 404 },
  { id: '1;drop%20table%20sources', status: 404 },
  { id: '..%2f..%2fetc%2fpasswd', status: 404 },
  { id: '%2e%2e', status: 404 },
  { id: '__proto__', status: 404 },
  { id: '%F0%9F%90%9B', status: 404 },
  { id: 'a'.repeat(5000), status: 404 },
  { id: '%ff', status: 400 },
  { id: '%', status: 400 },
];

/** Of every kind, so that some are wrong for any field. */
export const JUNK_VALUES: unknown[] = [
  -1,
  'no such thing',
  1e300,
  { a: 1 },
  [[]],
  false,
  'javascript:alert(1)',
  '',
  '1\u0000',
  'x'.repeat(6000),
];

const INVALID_UTF8 = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);

export const BAD_JSON: { given: string; body: string | Uint8Array }[] = [
  { given: 'half an object', body: '{"name": "a"' },
  { given: 'a comma too many', body: '{"name": "a",}' },
  { given: 'single quotes', body: "{'name': 'a'}" },
  { given: 'a text', body: '"name"' },
  { given: 'a number', body: '42' },
  { given: 'null', body: 'null' },
  { given: 'an array', body: '[{"name": "a"}]' },
  { given: 'NaN', body: '{"name": NaN}' },
  { given: 'two objects', body: '{}{}' },
  { given: 'a name twice', body: '{"name": "a", "name": "b"}' },
  { given: '__proto__', body: '{"__proto__": {"enabled": true}}' },
  { given: '__proto__ in disguise', body: '{"\\u005f_proto__": {"enabled": true}}' },
  { given: 'constructor', body: '{"constructor": {"prototype": {"enabled": true}}}' },
  { given: 'brackets without end', body: '['.repeat(10_000) },
  { given: 'deep nesting', body: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}` },
  { given: 'bytes that are no UTF-8', body: INVALID_UTF8 },
  { given: 'UTF-16', body: Buffer.from('{"name": "a"}', 'utf16le') },
  { given: 'XML', body: '<source><name>a</name></source>' },
];

export const BAD_MEDIA_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/jsonp',
  'json',
];
