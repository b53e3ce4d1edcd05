const UNITS: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/** "3h ago", "in 2d": near enough for a person. */
export function ago(iso: string | null, now: Date): string | null {
  if (iso === null) return null;
  const seconds = Math.round((now.getTime() - Date.parse(iso)) / 1000);
  const [name, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['s', 1];
  const text = `${Math.floor(Math.abs(seconds) / size)}${name}`;
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}
