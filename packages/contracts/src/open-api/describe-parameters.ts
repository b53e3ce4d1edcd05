import type { Operation } from '../http/operation.js';
import type { Examples, ParameterObject } from './document.js';
import type { SchemaCollection } from './schema-collection.js';

const PLACES = [
  { in: 'path', part: 'params' },
  { in: 'query', part: 'query' },
  { in: 'header', part: 'headers' },
] as const;
type Place = (typeof PLACES)[number];

export function describeParameters(operation: Operation, schemas: SchemaCollection): ParameterObject[] {
  return PLACES.flatMap((place) => {
    const schema = operation[place.part];
    if (!schema) return [];
    const { properties = {}, required = [] } = schemas.describe(schema, 'input');
    return Object.entries(properties).map(([name, { description, ...property }]) => ({
      name,
      in: place.in,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: property,
      ...examplesOf(operation, place, name),
    }));
  });
}

function examplesOf(operation: Operation, { part }: Place, name: string): { examples?: Examples } {
  const given = Object.entries(operation.examples).flatMap(([title, example]) => {
    const value = example[part]?.[name];
    return value === undefined ? [] : [[title, { value }] as const];
  });
  return given.length > 0 ? { examples: Object.fromEntries(given) } : {};
}
