/** The number of a row from a path; null: it cannot be one. */
export function rowId(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
