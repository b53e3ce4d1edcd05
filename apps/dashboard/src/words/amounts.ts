/** `340 ms`, `2.1 s`. */
export const took = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** `0`, `812 B`, `48 kB`, `2.3 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return bytes === 0 ? '0' : `${bytes} B`;
  return bytes < 1e6 ? `${short(bytes / 1000)} kB` : `${short(bytes / 1e6)} MB`;
}

const short = (value: number) =>
  value < 10 ? value.toFixed(1).replace('.0', '') : String(Math.round(value));
