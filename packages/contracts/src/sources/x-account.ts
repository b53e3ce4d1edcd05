const HOSTS = /^(www\.|mobile\.)?(x|twitter)\.com$/;
const PATH = /^\/(\w{1,15})\/?$/;

/** The account whose page on X this is, as in `https://x.com/NAME`; null: it is no such page. */
export function xAccountOf(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const { protocol, host, pathname, username, password } = url;
  if (protocol !== 'https:' || username || password || !HOSTS.test(host)) return null;
  return PATH.exec(pathname)?.[1] ?? null;
}
