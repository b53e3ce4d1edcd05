import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Response } from 'express';

/** What a handler returns that has the JSON of its response already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A smaller response fits into one or two packets anyway. */
const WORTH_COMPRESSING = 2000;
/** Up to here, compressing takes less time than passing it to another thread and back. */
const AT_ONCE = 200_000;

/** Cheap: of JSON with many similar items, the next levels take twice the time for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 2 };
const [brotliLater, gzipLater] = [promisify(brotliCompress), promisify(gzip)];

/** The first that the client accepts is used. */
const ENCODINGS = {
  br: (body: Buffer) =>
    body.length <= AT_ONCE ? brotliCompressSync(body, BROTLI) : brotliLater(body, BROTLI),
  gzip: (body: Buffer) => (body.length <= AT_ONCE ? gzipSync(body, GZIP) : gzipLater(body, GZIP)),
};

export async function sendJson(response: Response, content: unknown): Promise<void> {
  const text = content instanceof JsonText ? content.text : JSON.stringify(content);
  response.type('json');
  // An ETag set by a route is for If-Match. express would use it to respond 304.
  if (response.hasHeader('etag')) response.end(text);
  else if (text.length < WORTH_COMPRESSING) response.send(text);
  else await sendCompressed(response, Buffer.from(text));
}

async function sendCompressed(response: Response, body: Buffer): Promise<void> {
  response.vary('accept-encoding');
  const encoding = chosenEncoding(response);
  const bytes = encoding ? await ENCODINGS[encoding](body) : body;
  if (encoding) response.set('content-encoding', encoding);
  response.send(bytes);
}

function chosenEncoding({ req }: Response): keyof typeof ENCODINGS | undefined {
  if (!req.headers['accept-encoding']) return undefined;
  const names = Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[];
  return names.find((name) => req.acceptsEncodings(name));
}
