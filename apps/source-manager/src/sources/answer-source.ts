import type { Source } from '@feedwarden/contracts';
import type { Response } from 'express';
import { etagOf } from './version-match.js';

/**
 * One source, with its version as the ETag for If-Match. How a source fares changes without a new version, so the tag
 * must never earn a 304: this goes round express, which would compare it with If-None-Match.
 */
export function answerSource(response: Response, source: Source, status = 200): void {
  response
    .status(status)
    .set({ etag: etagOf(source.version), 'cache-control': 'no-cache' })
    .type('json')
    .end(JSON.stringify(source));
}
