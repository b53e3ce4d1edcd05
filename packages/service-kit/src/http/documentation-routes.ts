import { createHash } from 'node:crypto';
import { REFERENCE_STYLE, referencePage } from '@feedwarden/api-reference';
import { documentationOperations, openApiDocument, type ServiceApi } from '@feedwarden/contracts';
import { type Route, routesOf } from './routes.js';

/** The page has one style and nothing else: no script, no image, nothing from elsewhere. */
const STYLE_HASH = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the service can be asked: `/openapi.json` for programs, `/docs` for people. */
export function documentationRoutes(api: ServiceApi): Route[] {
  const document = openApiDocument(api);
  const page = referencePage(document);
  return routesOf(documentationOperations, {
    getOpenApi: () => ({ ...document }),
    getDocs: ({ response }) => {
      response.set('content-security-policy', PAGE_POLICY);
      return page;
    },
  });
}
