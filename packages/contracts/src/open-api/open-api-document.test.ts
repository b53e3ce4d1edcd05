import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { crawlerApi } from '../crawler-api.js';
import type { Operation, ServiceApi } from '../http/operation.js';
import { sourceManagerApi } from '../source-manager-api.js';
import { openApiDocument } from './open-api-document.js';

const SERVICES: ServiceApi[] = [sourceManagerApi, crawlerApi];

describe.each(SERVICES)('the OpenAPI document of $title', (api) => {
  const document = openApiDocument(api);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const rows = Object.values(api.areas).flatMap((table): [string, Operation][] => Object.entries(table));

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate({ ...document });
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has no broken reference and no unused component', () => {
    const text = JSON.stringify(document);
    const followed = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)].map(([, to]) => to));
    const { schemas, responses } = document.components;
    const there = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ];
    expect([...followed].sort()).toEqual(there.sort());
    expect(text.match(/"\$ref":"(?!#\/components\/)/g)).toBeNull();
  });

  it('has every row once, with a summary and a tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect([...ids].sort()).toEqual(rows.map(([id]) => id).sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ summary, tags }) => summary === '' || tags.length !== 1)).toEqual([]);
  });

  it('describes and requires every parameter in a path', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const { parameters = [] } of Object.values(methods)) {
        const described = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(described.map(({ name }) => name)).toEqual(inPath);
      }
  });

  it.each(rows)('has examples of %s that match its schemas', (_id, row) => {
    expect(Object.keys(row.examples)).not.toEqual([]);
    for (const example of Object.values(row.examples)) {
      if (row.params) row.params.parse(example.params);
      if (row.query) row.query.parse(example.query ?? {});
      if (row.headers) row.headers.parse(example.headers ?? {});
      if (row.body) row.body.schema.parse(example.body);
      if (example.answer !== undefined) row.answer.schema?.parse(example.answer);
    }
  });
});
