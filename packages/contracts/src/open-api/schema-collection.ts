import { z } from 'zod';
import type { JsonSchema } from './document.js';
import { mapValues, tidySchema } from './tidy-schema.js';

export type SchemaCollection = ReturnType<typeof createSchemaCollection>;

/** Turns zod schemas into JSON Schemas; those with a name (`.meta({ id })`) are told once, and referred to. */
export function createSchemaCollection() {
  const named: Record<string, JsonSchema> = {};

  function name(id: string, schema: JsonSchema): void {
    const known = named[id];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`${id} differs between request and response: give each its own name`);
    named[id] = schema;
  }

  function describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    const { $defs = {}, ...own } = pointToComponents(made);
    for (const [id, definition] of Object.entries($defs)) name(id, plain(tidySchema(definition, io)));
    return plain(tidySchema(own, io));
  }

  return { describe, named: () => sorted(named) };
}

function pointToComponents<Schema extends object>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _, id: __, ...rest } = schema as JsonSchema & { $schema?: string; id?: string };
  return rest;
}

const sorted = <Value>(record: Record<string, Value>) =>
  mapValues(
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))),
    (value) => value,
  );
