/** The same number in [0, 1) for a source at all times: the first digits of its random id. */
export function spreadOf(sourceId: string): number {
  return Number.parseInt(sourceId.slice(0, 8), 16) / 2 ** 32;
}
