import {
  type DocumentedRequest,
  documentedRequests,
  type OpenApiDocument,
  type OperationObject,
} from '@feedwarden/contracts';
import { Html, html, prose } from './html.js';
import { operationView } from './operation-view.js';
import { schemaView } from './schema-view.js';
import { REFERENCE_STYLE } from './style.js';

interface Listed {
  method: string;
  path: string;
  operation: OperationObject;
  examples: DocumentedRequest[];
}

/** An OpenAPI document as one page for people: nothing is loaded, and no script runs. */
export function referencePage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const areas = tags.map(({ name }) => ({ name, operations: operationsOf(document, name) }));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${new Html(REFERENCE_STYLE)}</style>
</head>
<body>
<nav>
  <p class="title"><a href="#top">${info.title}</a></p>
  ${areas.map(({ name, operations }) => html`<h2>${name}</h2><ul>${operations.map(entry)}</ul>`)}
  <h2>Schemas</h2>
  <ul>${Object.keys(components.schemas).map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
</nav>
<main id="top">
  <h1>${info.title}</h1>
  ${prose(info.description)}
  <p>Calls below <code>/api</code> need a token: <code>Authorization: Bearer …</code>. This page as a document for
    programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
  ${areas.map(({ name, operations }) => areaView(name, operations, components))}
  <h2>Schemas</h2>
  ${Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${prose(schema.description)}${schemaView(schema)}</section>`,
  )}
</main>
</body>
</html>
`;
  return page.text;
}

const entry = ({ method, operation }: Listed) =>
  html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span>${operation.summary}</a></li>`;

const areaView = (name: string, operations: Listed[], components: OpenApiDocument['components']): Html =>
  html`<h2>${name}</h2>${operations.map(({ method, path, operation, examples }) => operationView(method, path, operation, components, examples))}`;

function operationsOf(document: OpenApiDocument, area: string): Listed[] {
  const requests = documentedRequests(document);
  const examplesOf = ({ operationId }: OperationObject) =>
    requests.filter((request) => request.operationId === operationId);
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method,
        path,
        operation,
        examples: examplesOf(operation),
      })),
    )
    .filter(({ operation }) => operation.tags.includes(area));
}
