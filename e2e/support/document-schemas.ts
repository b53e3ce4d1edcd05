import type { JsonSchema, OpenApiDocument } from '@feedwarden/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Returns how a value violates a schema of the document, or null. */
export type CheckValue = (schema: JsonSchema, value: unknown) => string | null;

/** Checks against the schemas of a document, and rejects fields that the document does not name. */
export function createCheckValue(document: OpenApiDocument): CheckValue {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(strict({ $id: 'document', components: { schemas: document.components.schemas } }));
  return (schema, value) => {
    const check = ajv.compile(JSON.parse(JSON.stringify(strict(schema)).replaceAll('"#/', '"document#/')));
    return check(value) ? null : ajv.errorsText(check.errors);
  };
}

function strict<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(strict) as Part;
  if (part === null || typeof part !== 'object') return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, strict(value)]));
  const isClosed = copy.type === 'object' && copy.properties && !('additionalProperties' in copy);
  return { ...copy, ...(isClosed && { additionalProperties: false }) } as Part;
}
