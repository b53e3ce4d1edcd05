/**
 * JSON as PostgreSQL can hold it. Error texts come from the web and may contain what it cannot: NUL, and halves of
 * surrogate pairs. One such text must not make a whole batch or a command undeliverable.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
