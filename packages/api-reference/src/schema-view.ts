import type { JsonSchema } from '@feedwarden/contracts';
import { type Html, html, inline } from './html.js';

/** A schema as people read it: its fields, their types, and what they mean. */
export function schemaView(schema: JsonSchema): Html {
  if (schema.properties) return fieldList(schema);
  return html`<p class="type">${typeOf(schema)}${limitsOf(schema)}</p>`;
}

function fieldList(schema: JsonSchema): Html {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {});
  return html`<dl class="fields">${fields.map(([name, field]) => fieldView(name, field, required.has(name)))}</dl>`;
}

export function fieldView(name: string, schema: JsonSchema, required: boolean): Html {
  const nested = schema.properties ?? schema.items?.properties;
  return html`<div>
    <dt><code>${name}</code>${required ? null : html`<span class="optional">optional</span>`}</dt>
    <dd><span class="type">${typeOf(schema)}</span>${limitsOf(schema)}
      ${schema.description && html`<p>${inline(schema.description)}</p>`}
      ${nested && fieldList(schema.properties ? schema : (schema.items ?? {}))}</dd>
  </div>`;
}

function typeOf(schema: JsonSchema): Html | Html[] {
  if (schema.$ref) return reference(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice, index) => html`${index > 0 && ' or '}${typeOf(choice)}`);
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return values(schema.enum);
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object')
    return html`${typeOf(schema.additionalProperties)} by ${schema.propertyNames ? typeOf(schema.propertyNames) : 'name'}`;
  return html`${[schema.type ?? 'anything'].flat().join(' or ')}${schema.format && ` (${schema.format})`}`;
}

const values = (all: unknown[]) =>
  html`${all.map((value, index) => html`${index > 0 && ' | '}<code>${value === null ? 'null' : String(value)}</code>`)}`;

function reference(pointer: string): Html {
  const name = pointer.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}

function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
  ...schema
}: JsonSchema): Html {
  const limits = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ].filter((text) => text !== null);
  return html`${limits.map((text) => html`<span class="limit">${text}</span>`)}
    ${pattern && html`<span class="limit">like <code>${pattern}</code></span>`}
    ${schema.default !== undefined && html`<span class="limit">default <code>${JSON.stringify(schema.default)}</code></span>`}`;
}

function range(from: number | undefined, to: number | undefined, unit: string): string | null {
  if (from === undefined && to === undefined) return null;
  if (to === undefined) return `at least ${from}${unit}`;
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}
