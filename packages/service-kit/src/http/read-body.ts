import type { RequestBody } from '@feedwarden/contracts';
import { decodeText } from '@feedwarden/decode-text';
import express, { type Request, type RequestHandler } from 'express';
import { limitRequests } from './limit-requests.js';
import { Problem } from './problem.js';
import { JsonMistake, parseStrictJson } from './strict-json.js';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the body that the row of an operation describes, and refuses any other. */
export function readBody({ mediaTypes, limit = '100kb', atOnce }: RequestBody): RequestHandler[] {
  const room = atOnce === undefined ? [] : [limitRequests(atOnce)];
  if (mediaTypes)
    return [...room, requireText(mediaTypes), express.raw({ type: [...mediaTypes], limit }), decodeBody];
  return [...room, requireJson, express.raw({ type: () => true, limit }), parseJson];
}

const requireText =
  (mediaTypes: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    if (hasBody(request) && !request.is([...mediaTypes]))
      throw new Problem(415, `send the body as ${mediaTypes.join(' or ')}`);
    next();
  };

/** In the character set that the header or the document itself declares. */
const decodeBody: RequestHandler = (request, _response, next) => {
  const bytes: unknown = request.body;
  request.body = Buffer.isBuffer(bytes) ? decodeText(bytes, request.get('content-type') ?? null) : undefined;
  next();
};

const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !JSON_TYPE.test(request.get('content-type') ?? ''))
    throw new Problem(415, 'send the body as application/json, in UTF-8');
  next();
};

const parseJson: RequestHandler = (request, _response, next) => {
  const bytes: unknown = request.body;
  request.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? parsed(bytes) : undefined;
  next();
};

function parsed(bytes: Buffer): unknown {
  try {
    return parseStrictJson(decoded(bytes));
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    const { field = 'body', message } = error;
    throw new Problem(400, `the request body is not valid JSON: ${field} ${message}`, {
      errors: [{ field, message }],
    });
  }
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new JsonMistake('is not UTF-8');
  }
}

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
