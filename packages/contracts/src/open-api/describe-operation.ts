import type { Answer, Example, Operation, RequestBody } from '../http/operation.js';
import { describeParameters } from './describe-parameters.js';
import type { Examples, MediaTypeObject, OperationObject, ResponseObject } from './document.js';
import { problemsOf } from './problem-responses.js';
import type { SchemaCollection } from './schema-collection.js';
import { mapValues } from './tidy-schema.js';

const JSON_MEDIA_TYPE = 'application/json';

export function describeOperation(
  operationId: string,
  tag: string,
  operation: Operation,
  schemas: SchemaCollection,
): OperationObject {
  const { scope, summary, body, answer, examples } = operation;
  const parameters = describeParameters(operation, schemas);
  const description = [operation.description, scope && `Needs the scope \`${scope}\`.`]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: scope ? [{ token: [scope] }] : [],
    ...(scope && { 'x-required-scope': scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeBody(body, examples, schemas) }),
    responses: {
      [answer.status]: describeAnswer(answer, examples, schemas),
      ...problemsOf(operation, schemas),
    },
  };
}

function describeBody(body: RequestBody, examples: Operation['examples'], schemas: SchemaCollection) {
  const content: MediaTypeObject = {
    schema: schemas.describe(body.schema, 'input'),
    ...named(examples, ({ body }) => body),
  };
  const mediaTypes = body.mediaTypes ?? [JSON_MEDIA_TYPE];
  return {
    required: !body.schema.safeParse(undefined).success,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content])),
  };
}

function describeAnswer(
  answer: Answer,
  examples: Operation['examples'],
  schemas: SchemaCollection,
): ResponseObject {
  const { description, schema, mediaType = JSON_MEDIA_TYPE, headers } = answer;
  return {
    description,
    ...(headers && {
      headers: mapValues(headers, (description) => ({ description, schema: { type: 'string' } })),
    }),
    ...(schema && {
      content: {
        [mediaType]: {
          schema: schemas.describe(schema, 'output'),
          ...named(examples, ({ answer }) => answer),
        },
      },
    }),
  };
}

function named(
  examples: Operation['examples'],
  part: (example: Example) => unknown,
): { examples?: Examples } {
  const given = Object.entries(examples).filter(([, example]) => part(example) !== undefined);
  if (given.length === 0) return {};
  const told = given.map(([name, example]) => [
    name,
    { ...(example.summary !== undefined && { summary: example.summary }), value: part(example) },
  ]);
  return { examples: Object.fromEntries(told) };
}
