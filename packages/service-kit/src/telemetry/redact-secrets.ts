const REDACTED = '[redacted]';

const SECRET_NAME = String.raw`[\w-]*(?:authorization|cookie|token|secret|password|passwd|api_?-?key|credentials?|database_?url|private_?-?key)`;

/** As deep as JSON is quoted in JSON: each level doubles the backslashes before a quote, and adds one. */
const MAX_BACKSLASHES = 31;
/** A field of JSON by its name, at any level of quoting. */
const FIELD = new RegExp(String.raw`(?<!\\)(\\{0,${MAX_BACKSLASHES}})"${SECRET_NAME}\1"\s*:\s*\1"`, 'gi');
const QUOTE = /(?<!\\)(\\*)"/g;

/**
 * Secrets are found wherever they are: in a message, a stack, a cause, or deep in an object. Every pattern takes a time
 * that grows with the text alone: none begins anew inside a part that it has read.
 */
const PATTERNS: [pattern: RegExp, replacement: string][] = [
  // The ORM's message, with the statement and all its parameters: to the end of the text it is in.
  [/\bFailed query: [^"\\]*(?:\\.[^"\\]*)*/g, `Failed query: ${REDACTED}`],
  // A bearer or basic credential of any form.
  [/\b(Bearer|Basic)\s+[\w.~+/=%-]+/gi, `$1 ${REDACTED}`],
  // The login in a URL, such as that of a database.
  [/:\/\/[^\s/?#"'\\]*@/g, `://${REDACTED}@`],
  // A URL parameter or a setting, by its name.
  [
    new RegExp(String.raw`([?&;\s"'(,{]|\\[nrt]|^)(${SECRET_NAME}|key|sig|signature)=[^&\s"'\\]+`, 'gi'),
    `$1$2=${REDACTED}`,
  ],
];

/** Valid JSON stays valid JSON. */
export function redactSecrets(text: string): string {
  const redacted = redactTokens(redactFields(text));
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), redacted);
}

function redactFields(text: string): string {
  let redacted = '';
  let end = 0;
  FIELD.lastIndex = 0;
  for (let field = FIELD.exec(text); field; field = FIELD.exec(text)) {
    const start = field.index + field[0].length;
    redacted += text.slice(end, start) + REDACTED;
    end = endOfValue(text, start, field[1]?.length ?? 0);
    FIELD.lastIndex = end;
  }
  return redacted + text.slice(end);
}

/** Where the value ends whose quotes have so many backslashes, or else the text that it is in. */
function endOfValue(text: string, start: number, backslashes: number): number {
  QUOTE.lastIndex = start;
  for (let quote = QUOTE.exec(text); quote; quote = QUOTE.exec(text)) {
    const run = quote[1]?.length ?? 0;
    // The backslashes of the value itself are doubled at every level of quoting.
    const isEnd = run < backslashes || (run - backslashes) % (2 * (backslashes + 1)) === 0;
    if (isEnd) return quote.index + Math.max(0, run - backslashes);
  }
  return text.length;
}

/** JWTs, signed or not. Looked for in whole runs of their characters, so that none is read twice. */
function redactTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(/[\w.-]+/g, (run) => {
    const start = startOfToken(run);
    return start === -1 ? run : `${run.slice(0, start)}${REDACTED}`;
  });
}

function startOfToken(run: string): number {
  let dot = -1;
  for (let start = run.indexOf('eyJ'); start !== -1; start = run.indexOf('eyJ', start + 3)) {
    if (dot < start) dot = run.indexOf('.', start);
    if (dot === -1) return -1;
    if (dot >= start + 8 && dot < run.length - 1 && !/\w/.test(run[start - 1] ?? ' ')) return start;
  }
  return -1;
}
