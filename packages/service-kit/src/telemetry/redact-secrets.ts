const REDACTED = '[redacted]';

const SECRET_NAME = String.raw`[\w-]*(?:authorization|cookie|token|secret|password|passwd|api_?-?key|credentials?|database_?url|private_?-?key)`;

/** Secrets are found wherever they are: in a message, a stack, a cause, or deep in an object. */
const PATTERNS: [pattern: RegExp, replacement: string][] = [
  // A field of JSON by its name; then a field of JSON inside a JSON string, where quotes are escaped.
  [new RegExp(String.raw`"(${SECRET_NAME})"(\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi'), `"$1"$2"${REDACTED}"`],
  [
    new RegExp(String.raw`(\\+")(${SECRET_NAME})\1(\s*:\s*)\1(?:(?!\1).)*\1`, 'gi'),
    `$1$2$1$3$1${REDACTED}$1`,
  ],
  // A JWT; a bearer or basic credential of any form.
  [/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*){0,3}/g, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=%-]+/gi, `$1 ${REDACTED}`],
  // The login in a URL, such as that of a database.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'\\]*@/gi, `$1${REDACTED}@`],
  // A URL parameter or a setting, by its name.
  [
    new RegExp(String.raw`([?&;\s]|^)(${SECRET_NAME}|key|sig|signature)=[^&\s"'\\]+`, 'gi'),
    `$1$2=${REDACTED}`,
  ],
];

/** Valid JSON stays valid JSON. */
export function redactSecrets(text: string): string {
  return PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
