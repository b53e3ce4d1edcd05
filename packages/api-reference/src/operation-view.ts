import type {
  DocumentedRequest,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '@feedwarden/contracts';
import { exampleView } from './example-view.js';
import { type Html, html, inline, prose } from './html.js';
import { fieldView, schemaView } from './schema-view.js';

type Components = OpenApiDocument['components'];
type Content = Record<string, MediaTypeObject> | undefined;

export function operationView(
  method: string,
  path: string,
  operation: OperationObject,
  components: Components,
  examples: DocumentedRequest[],
): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, response]) => ({
    status,
    response: '$ref' in response ? common(response.$ref, components) : response,
  }));
  const [success, ...problems] = [...answers].sort((a, b) => Number(a.status) - Number(b.status));
  return html`<section class="operation" id="${operationId}">
    <h3>${summary}<a class="anchor" href="#${operationId}" aria-label="Link to ${operationId}">#</a></h3>
    <p class="line"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code></p>
    ${prose(description)}
    ${parameters.length > 0 && html`<h4>Parameters</h4><dl class="fields">${parameters.map(parameterView)}</dl>`}
    ${requestBody && html`<h4>Body${!requestBody.required && ', optional'}</h4>${contentView(requestBody.content)}`}
    ${success && answerView(success.status, success.response)}
    <h4>Problems</h4>
    <ul class="problems">${problems.map(problemView)}</ul>
    ${examples.map(exampleView)}
  </section>`;
}

const parameterView = (parameter: NonNullable<OperationObject['parameters']>[number]) =>
  fieldView(
    parameter.name,
    {
      ...parameter.schema,
      description: [parameter.in === 'query' ? '' : `In the ${parameter.in}.`, parameter.description]
        .filter(Boolean)
        .join(' '),
    },
    parameter.required,
  );

function answerView(status: string, response: ResponseObject): Html {
  const headers = Object.entries(response.headers ?? {});
  return html`<h4>Answer ${status}</h4><p>${inline(response.description)}</p>
    ${headers.length > 0 && html`<dl class="fields">${headers.map(([name, header]) => fieldView(name, { ...header.schema, description: header.description }, true))}</dl>`}
    ${contentView(response.content)}`;
}

const problemView = ({ status, response }: { status: string; response: ResponseObject }) =>
  html`<li><code>${status}</code> ${inline(response.description)}</li>`;

function contentView(content: Content): Html | null {
  const mediaTypes = Object.keys(content ?? {});
  const [media] = Object.values(content ?? {});
  return media ? html`<p class="media">${mediaTypes.join(', ')}</p>${schemaView(media.schema)}` : null;
}

function common(pointer: string, { responses }: Components): ResponseObject {
  const name = pointer.split('/').at(-1) ?? '';
  const response = responses[name];
  if (!response) throw new Error(`the document refers to ${pointer}, which it does not have`);
  return response;
}
