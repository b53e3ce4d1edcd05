import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answers, type Behaviour, FEED, floods, says } from './behaviour.js';

const BAD = 'parse_error undecodable';
const TOO_LARGE = 'parse_error too_large';
const ZEROS = Buffer.alloc(20_000_000);
const SMALL_ZEROS = Buffer.alloc(90_000);
/** Compresses to a half: too large, and no bomb. */
const LARGE = randomBytes(75_000).toString('hex');
const GZIP = gzipSync(FEED);
const encoded = (encoding: string, body: string | Buffer) => answers(body, [`content-encoding: ${encoding}`]);
/** A whole, empty block that is not the last one: decompressors take it for ever, and give nothing. */
const EMPTY_BLOCK = Buffer.from([0, 0, 0, 0xff, 0xff]);
const UNFRAMED_GZIP = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n';

/** Bodies that are not compressed as they say, or too well. */
export const COMPRESSION: Behaviour[] = [
  { name: 'sends a gzip bomb', ends: TOO_LARGE, answer: encoded('gzip', gzipSync(ZEROS)) },
  { name: 'sends a brotli bomb', ends: TOO_LARGE, answer: encoded('br', brotliCompressSync(ZEROS)) },
  { name: 'sends a deflate bomb', ends: TOO_LARGE, answer: encoded('deflate', deflateSync(ZEROS)) },
  { name: 'sends a raw deflate bomb', ends: TOO_LARGE, answer: encoded('deflate', deflateRawSync(ZEROS)) },
  {
    name: 'sends a bomb in a bomb',
    ends: TOO_LARGE,
    answer: encoded('gzip, gzip', gzipSync(gzipSync(ZEROS))),
  },
  {
    name: 'sends a bomb that gives nothing',
    ends: TOO_LARGE,
    answer: encoded('deflate, gzip', gzipSync(Buffer.alloc(5_000_000, EMPTY_BLOCK))),
  },
  { name: 'sends a bomb within the size', ends: TOO_LARGE, answer: encoded('gzip', gzipSync(SMALL_ZEROS)) },
  {
    name: 'sends empty blocks without end',
    ends: TOO_LARGE,
    answer: floods('HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\n\r\n\x00\x00\x00\xff\xff', EMPTY_BLOCK),
  },
  { name: 'sends gzip members without end', ends: TOO_LARGE, answer: floods(UNFRAMED_GZIP, gzipSync('')) },
  { name: 'sends more than allowed, compressed', ends: TOO_LARGE, answer: encoded('gzip', gzipSync(LARGE)) },
  { name: 'compresses twice', ends: 'stored', answer: encoded('gzip, br', brotliCompressSync(GZIP)) },
  { name: 'compresses thrice', ends: BAD, answer: encoded('gzip, gzip, gzip', gzipSync(gzipSync(GZIP))) },
  {
    name: 'sends gzip in two members',
    ends: 'stored',
    answer: encoded('gzip', Buffer.concat([gzipSync(FEED.slice(0, 99)), gzipSync(FEED.slice(99))])),
  },
  {
    name: 'sends garbage after gzip',
    ends: BAD,
    answer: encoded('gzip', Buffer.concat([GZIP, Buffer.from('garbage')])),
  },
  {
    name: 'pads gzip with zeros',
    ends: 'stored',
    answer: encoded('gzip', Buffer.concat([GZIP, Buffer.alloc(99)])),
  },
  { name: 'cuts gzip off', ends: BAD, answer: says(UNFRAMED_GZIP, GZIP.subarray(0, -40)) },
  { name: 'cuts gzip off in its header', ends: BAD, answer: says(UNFRAMED_GZIP, GZIP.subarray(0, 5)) },
  { name: 'cuts brotli off', ends: BAD, answer: encoded('br', brotliCompressSync(FEED).subarray(0, -9)) },
  {
    name: 'sends a wrong sum',
    ends: BAD,
    answer: encoded('gzip', Buffer.concat([GZIP.subarray(0, -8), Buffer.alloc(8, 1)])),
  },
  { name: 'says gzip and sends text', ends: BAD, answer: encoded('gzip', FEED) },
  { name: 'says brotli and sends gzip', ends: BAD, answer: encoded('br', GZIP) },
  { name: 'says deflate and sends gzip', ends: BAD, answer: encoded('deflate', GZIP) },
  { name: 'says nothing and sends gzip', ends: 'stored', answer: answers(GZIP) },
  { name: 'says nothing and sends a gzip bomb', ends: TOO_LARGE, answer: answers(gzipSync(ZEROS)) },
  {
    name: 'says nothing and sends a bomb within the size',
    ends: TOO_LARGE,
    answer: answers(gzipSync(SMALL_ZEROS)),
  },
  {
    name: 'says gzip and sends a bomb in gzip',
    ends: TOO_LARGE,
    answer: encoded('gzip', gzipSync(gzipSync(ZEROS))),
  },
  {
    name: 'says nothing and sends broken gzip',
    ends: BAD,
    answer: answers(Buffer.concat([GZIP.subarray(0, 30), Buffer.alloc(60, 7)])),
  },
  { name: 'says zstd and sends text', ends: 'stored', answer: encoded('zstd', FEED) },
  { name: 'says zstd and sends gzip', ends: 'stored', answer: encoded('zstd', GZIP) },
];
