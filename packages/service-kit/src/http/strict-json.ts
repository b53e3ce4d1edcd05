/** Why a text is not acceptable as JSON, with the field if there is one. */
export class JsonMistake extends Error {
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Deeper than any valid input, and shallow enough for everything that walks through it. */
const MAX_DEPTH = 32;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Parses an object or an array. Refuses duplicate names, and names that would reach a prototype. */
export function parseStrictJson(text: string): unknown {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) throw new JsonMistake('must be an object or an array');
  checkNames(text);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonMistake('is not valid JSON');
  }
}

/** Only for text that JSON.parse accepts: there, a string before a colon is a name. */
function checkNames(text: string): void {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addName(open.at(-1), JSON.parse(last) as string);
    if (open.length > MAX_DEPTH) throw new JsonMistake(`must not be nested deeper than ${MAX_DEPTH}`);
    last = token;
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  if (name === '__proto__') throw new JsonMistake('is not allowed as a name', name);
  if (names?.has(name)) throw new JsonMistake('is a duplicate name', name);
  names?.add(name);
}
