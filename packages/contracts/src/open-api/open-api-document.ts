import type { ServiceApi } from '../http/operation.js';
import { LOGIN_COOKIE } from '../logins/logins.js';
import { describeOperation } from './describe-operation.js';
import type { OpenApiDocument } from './document.js';
import { commonProblems } from './problem-responses.js';
import { createSchemaCollection } from './schema-collection.js';

const ABOUT = `Errors are \`application/problem+json\` (RFC 9457) and name every invalid field. An unsupported method gets 405 with
\`Allow\`, a malformed HTTP request 400, 408 or 431.

Lists come in pages: send \`nextCursor\` back as \`cursor\` until it is null. Cursors are opaque.

Times are UTC, as in \`2026-02-01T08:00:00.000Z\`. Responses may get more fields: ignore unknown ones.`;

const TOKEN = 'A JWT whose claim `scope` has the allowed scopes, separated by spaces.';

const COOKIE =
  'The cookie of a log-in, with the same scopes. Requests that change something must come from the same origin, with the ' +
  'header `x-feedwarden: dashboard`. The crawler ignores it. Over https its name begins with `__Host-`.';

/** Describes a service in OpenAPI 3.1, from the table that its routes are made of. */
export function openApiDocument(api: ServiceApi): OpenApiDocument {
  const schemas = createSchemaCollection();
  const paths: OpenApiDocument['paths'] = {};
  for (const [area, table] of Object.entries(api.areas))
    for (const [operationId, operation] of Object.entries(table)) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}');
      const described = describeOperation(operationId, area, operation, schemas);
      if (api.cookie && operation.scope) described.security.push({ cookie: [] });
      paths[path] = { ...paths[path], [operation.method]: described };
    }
  const responses = commonProblems(schemas);
  return {
    openapi: '3.1.1',
    info: { title: api.title, version: '1', description: `${api.description}\n\n${ABOUT}` },
    servers: [{ url: '/' }],
    tags: Object.keys(api.areas).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named(),
      responses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN },
        ...(api.cookie && {
          cookie: { type: 'apiKey', in: 'cookie', name: LOGIN_COOKIE, description: COOKIE },
        }),
      },
    },
  };
}
