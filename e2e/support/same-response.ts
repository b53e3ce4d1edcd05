import { isDeepStrictEqual } from 'node:util';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Fields whose values differ from one system, or one request, to the next. */
const VARYING = [
  'id',
  'postIds',
  'contentHash',
  'nextCursor',
  'resumeCursor',
  'policyVersion',
  'secret',
  'durationMs',
  'bytes',
];

/** A response without what differs every time: times, ids, cursors, hashes and measurements; null stays null. */
export function withoutVarying(value: unknown, field = ''): unknown {
  if (Array.isArray(value) && field !== 'postIds') return value.map((item) => withoutVarying(item));
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const entries = Object.entries(value).map(([key, part]) => [key, withoutVarying(part, key)]);
    return Object.fromEntries(entries);
  }
  const varies = VARYING.includes(field) || (field === 'version' && typeof value === 'string');
  if (value !== null && varies) return `<${field}>`;
  if (typeof value !== 'string') return value;
  return UUID.test(value) ? '<uuid>' : TIME.test(value) ? '<time>' : value;
}

/** Of a list, the documented items are enough. */
export function likeDocumented(actual: unknown, documented: unknown): unknown {
  const [response, example] = [withoutVarying(actual), withoutVarying(documented)];
  if (!isList(response) || !isList(example)) return response;
  const items = example.items.flatMap(
    (one) => response.items.find((item) => isDeepStrictEqual(one, item)) ?? [],
  );
  return { ...response, items: items.length < example.items.length ? response.items : items };
}

const isList = (value: unknown): value is { items: unknown[] } =>
  value !== null && typeof value === 'object' && 'items' in value && Array.isArray(value.items);
