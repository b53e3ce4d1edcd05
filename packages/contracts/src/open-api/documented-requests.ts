import type { Scope } from '../http/operation.js';
import type { JsonSchema, MediaTypeObject, OpenApiDocument, OperationObject } from './document.js';

/** One example of a document, as a request that can be sent. */
export interface DocumentedRequest {
  name: string;
  summary: string | undefined;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** A text, or what is sent as JSON. */
  body: unknown;
  scope: Scope | null;
  expected: { status: number; mediaType: string | null; schema: JsonSchema | null; example: unknown };
}

export function documentedRequests(document: OpenApiDocument): DocumentedRequest[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      exampleNames(operation).map((name) => requestOf(name, method.toUpperCase(), path, operation)),
    ),
  );
}

function requestOf(
  name: string,
  method: string,
  path: string,
  operation: OperationObject,
): DocumentedRequest {
  const { operationId, requestBody } = operation;
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = media?.examples?.[name]?.value;
  return {
    name,
    summary: summaryOf(name, operation),
    operationId,
    method,
    path: filledIn(path, name, operation),
    headers: {
      ...Object.fromEntries(parametersIn('header', name, operation)),
      ...(body !== undefined && mediaType && { 'content-type': mediaType }),
    },
    body,
    scope: (operation['x-required-scope'] ?? null) as Scope | null,
    expected: expectedAnswer(name, operation),
  };
}

function filledIn(path: string, name: string, operation: OperationObject): string {
  const filled = parametersIn('path', name, operation).reduce(
    (text, [parameter, value]) => text.replace(`{${parameter}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(parametersIn('query', name, operation));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function parametersIn(place: string, name: string, { parameters = [] }: OperationObject): [string, string][] {
  return parameters.flatMap((parameter): [string, string][] => {
    const value = parameter.in === place ? parameter.examples?.[name]?.value : undefined;
    return value === undefined ? [] : [[parameter.name, String(value)]];
  });
}

function expectedAnswer(name: string, { responses }: OperationObject): DocumentedRequest['expected'] {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  if (!status || !response || '$ref' in response) throw new Error('no successful response is documented');
  const [mediaType, media] = Object.entries(response.content ?? {})[0] ?? [];
  return {
    status: Number(status),
    mediaType: mediaType ?? null,
    schema: media?.schema ?? null,
    example: media?.examples?.[name]?.value,
  };
}

function summaryOf(name: string, operation: OperationObject): string | undefined {
  return contentsOf(operation)
    .map(({ examples }) => examples?.[name]?.summary)
    .find((summary) => summary !== undefined);
}

/** Wherever a part of an example stands, it has the name of the example. */
function exampleNames(operation: OperationObject): string[] {
  const parts = [...(operation.parameters ?? []), ...contentsOf(operation)];
  const names = parts.flatMap(({ examples }) => Object.keys(examples ?? {}));
  return names.length > 0 ? [...new Set(names)] : ['plain'];
}

const contentsOf = ({ requestBody, responses }: OperationObject): MediaTypeObject[] =>
  [requestBody, ...Object.values(responses)].flatMap((part) =>
    part && 'content' in part ? Object.values(part.content ?? {}) : [],
  );
