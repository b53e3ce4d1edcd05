import { Problem } from '@feedwarden/service-kit';

const ACCOUNT_HOSTS = /^(www\.|mobile\.)?(x|twitter)\.com$/;
const ACCOUNT_PATH = /^\/\w{1,15}\/?$/;

/** What no field can say alone: whether there is something of this type at this URL to poll. */
export function requirePollable({ type, feedUrl }: { type: string; feedUrl: string | null }): void {
  if (type !== 'twitter' || !feedUrl || isAccountUrl(feedUrl)) return;
  const message = 'must be the URL of an account, like https://x.com/NAME, for a source of the type twitter';
  throw new Problem(400, 'the body is not valid: feedUrl', { errors: [{ field: 'feedUrl', message }] });
}

function isAccountUrl(text: string): boolean {
  const { protocol, host, pathname, username, password } = new URL(text);
  const isPlain = protocol === 'https:' && !username && !password;
  return isPlain && ACCOUNT_HOSTS.test(host) && ACCOUNT_PATH.test(pathname);
}
