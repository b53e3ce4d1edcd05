import type { Request, RequestHandler, Response } from 'express';
import type { CrawlerAddress } from './crawler-address.js';
import type { PageFile, PageFiles } from './page-files.js';

/** What belongs to the API: an unknown address below it is a 404, not the page. */
const NOT_THE_PAGE = /^\/(?:api|docs|openapi\.json|metrics|healthz|readyz|assets)(?:\/|$)/;
const YEAR_SECONDS = 31_536_000;

/**
 * The dashboard: its files, and for every other address that a person opens its page, which shows what the address means.
 * Only what was built can be asked for.
 */
export function servePage(files: PageFiles, crawlerAddress: CrawlerAddress): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = request.path === '/' ? '/index.html' : request.path;
    const file = files.get(path) ?? pageOf(request, files);
    if (!file) return next();
    if (file.mediaType.startsWith('text/html'))
      response.set('content-security-policy', pagePolicy(crawlerAddress(request)));
    send(file, request, response);
  };
}

function pageOf(request: Request, files: PageFiles): PageFile | undefined {
  const isOpened = request.headers.accept?.includes('text/html') && !NOT_THE_PAGE.test(request.path);
  return isOpened ? files.get('/index.html') : undefined;
}

function send(file: PageFile, request: Request, response: Response): void {
  const encoding = (['br', 'gzip'] as const).find(
    (name) => file.encoded[name] && request.headers['accept-encoding'] && request.acceptsEncodings(name),
  );
  response.vary('accept-encoding');
  response.set({
    'content-type': file.mediaType,
    'cache-control': file.isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    etag: file.etag,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const bytes = (encoding && file.encoded[encoding]) ?? file.bytes;
  if (encoding) response.set('content-encoding', encoding);
  response.set('content-length', String(bytes.length));
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The page runs its own files and nothing else, calls the two services, and turns no text into code. */
function pagePolicy(crawler: string): string {
  const elsewhere = crawler.startsWith('/') ? '' : ` ${new URL(crawler).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${elsewhere}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
