import { decompress, tooLarge } from './decompress.js';
import type { Answer } from './open-answer.js';

/** The whole body, decompressed; neither the wire nor the result may exceed `maxBytes`. */
export async function readBody(answer: Answer, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return decompress(Buffer.concat(chunks), answer.headers['content-encoding'], maxBytes);
}
