const DECLARATION = /<!ENTITY\s+([\w.-]{1,64})\s+(?:"([^"]*)"|'([^']*)')\s*>/gi;
const CDATA_OR_REFERENCE = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&([a-z_][\w.-]{0,63});/gi;
const REFERENCE = /&([a-z_][\w.-]{0,63});/gi;
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

const MAX_PROLOG_CHARS = 64 * 1024;
const MAX_ENTITIES = 256;
/** An entity is a sign or a phrase; whatever becomes longer was made to explode. */
const MAX_VALUE_CHARS = 1000;
/** For all references of a document together. */
const MAX_GROWTH = 256 * 1024;

/** Puts the entities in place that the DOCTYPE itself declares. External ones are never fetched. */
export function withEntities(xml: string, prolog: string): string {
  if (!/<!ENTITY\s/i.test(prolog) || prolog.length > MAX_PROLOG_CHARS) return xml;
  const values = resolved(declaredIn(prolog));
  if (values.size === 0) return xml;
  let growth = 0;
  return xml.replace(CDATA_OR_REFERENCE, (found, name?: string) => {
    const value = name === undefined ? undefined : values.get(name);
    if (value === undefined || growth + value.length > MAX_GROWTH) return found;
    growth += value.length;
    return value;
  });
}

/** The first declaration of a name counts. */
function declaredIn(prolog: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const [, name = '', double, single] of prolog.matchAll(DECLARATION)) {
    if (declared.size >= MAX_ENTITIES) break;
    const value = double ?? single ?? '';
    if (!PREDEFINED.has(name) && !declared.has(name) && value.length <= MAX_VALUE_CHARS)
      declared.set(name, value);
  }
  return declared;
}

/** Entities made of others, put together. One level is enough for people; more is how documents explode. */
function resolved(declared: Map<string, string>): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of declared) {
    const whole = value.replace(REFERENCE, (found, inner: string) => declared.get(inner) ?? found);
    if (whole.length <= MAX_VALUE_CHARS && !refersTo(whole, declared)) values.set(name, whole);
  }
  return values;
}

function refersTo(value: string, declared: Map<string, string>): boolean {
  return [...value.matchAll(REFERENCE)].some(([, name = '']) => declared.has(name));
}
