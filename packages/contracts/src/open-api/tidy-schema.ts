import type { JsonSchema } from './document.js';

/** These say what their format says already, at length. */
const PATTERN_FORMATS = new Set(['uuid', 'date-time']);

/** zod is exact where a reader wants it short: this leaves out what says nothing more. */
export function tidySchema(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  const { pattern, additionalProperties, minimum, maximum, properties, items, anyOf, oneOf, ...rest } =
    nullInType(schema);
  const tidy = (part: JsonSchema) => tidySchema(part, io);
  return {
    ...rest,
    ...(pattern !== undefined && !PATTERN_FORMATS.has(rest.format ?? '') && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(properties && { properties: mapValues(properties, tidy) }),
    ...(items && { items: tidy(items) }),
    ...(anyOf && { anyOf: anyOf.map(tidy) }),
    ...(oneOf && { oneOf: oneOf.map(tidy) }),
    ...additional(additionalProperties, io),
  };
}

/** An answer may get more fields one day: clients must not refuse it for that. */
function additional(value: JsonSchema['additionalProperties'], io: 'input' | 'output') {
  if (value === undefined || (value === false && io === 'output')) return {};
  return { additionalProperties: typeof value === 'boolean' ? value : tidySchema(value, io) };
}

/** `type: [integer, null]` instead of a choice between two schemas. */
function nullInType(schema: JsonSchema): JsonSchema {
  const [first, second, ...more] = schema.anyOf ?? [];
  if (!first || second?.type !== 'null' || more.length > 0 || typeof first.type !== 'string') return schema;
  const { anyOf: _, ...rest } = schema;
  const values = first.enum ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...values };
}

export function mapValues<From, To>(
  record: Record<string, From>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
