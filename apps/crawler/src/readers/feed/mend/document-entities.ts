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

/**
 * The values of the entities, with the entities inside them. One that becomes long has no value, nor has one that
 * refers to itself: that is how documents explode. Each is put together once, and never longer than a value may be.
 */
function resolved(declared: Map<string, string>): Map<string, string> {
  const values = new Map<string, string | null>();
  const resolve = (name: string): string | null => {
    const known = values.get(name);
    if (known !== undefined) return known;
    // A reference back to an entity that is being put together finds this.
    values.set(name, null);
    const value = wholeOf(declared.get(name) ?? '');
    values.set(name, value);
    return value;
  };
  const wholeOf = (written: string): string | null => {
    let whole = '';
    let copied = 0;
    for (const { 0: found, 1: inner = '', index } of written.matchAll(REFERENCE)) {
      const value = declared.has(inner) ? resolve(inner) : found;
      if (value === null) return null;
      whole += written.slice(copied, index) + value;
      copied = index + found.length;
      if (whole.length > MAX_VALUE_CHARS) return null;
    }
    whole += written.slice(copied);
    return whole.length > MAX_VALUE_CHARS ? null : whole;
  };
  for (const name of declared.keys()) resolve(name);
  return new Map([...values].filter((one): one is [string, string] => one[1] !== null));
}
