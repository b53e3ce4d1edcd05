import { pipeline } from 'node:stream/promises';
import type { Operation } from '@feedwarden/contracts';
import type { Response } from 'express';

/** As the row says; what the handler returned piece by piece is sent so. */
export async function sendAnswer({ answer }: Operation, response: Response, content: unknown): Promise<void> {
  response.status(answer.status);
  if (isStream(content))
    await sendStream(answer.mediaType ? response.type(answer.mediaType) : response, content);
  else if (!answer.schema) response.end();
  else if (answer.mediaType) response.type(answer.mediaType).send(content);
  // A tag that a route gives is for If-Match. express would take it for a reason to answer 304.
  else if (response.hasHeader('etag')) response.type('json').end(JSON.stringify(content));
  else response.json(content);
}

/** As fast as the caller reads. One who leaves is no fault of ours: what made the texts just ends. */
async function sendStream(response: Response, texts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(texts, response);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

const isStream = (content: unknown): content is AsyncIterable<string> =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
