const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux", as far as the browser says so. */
export function browserWords(userAgent: string | null): string {
  if (!userAgent) return 'An unknown browser';
  const browser = BROWSERS.find(([part]) => userAgent.includes(part))?.[1];
  const system = SYSTEMS.find(([part]) => userAgent.includes(part))?.[1];
  if (!browser) return userAgent.slice(0, 60);
  return system ? `${browser} on ${system}` : browser;
}
