import { Problem } from '@feedwarden/service-kit';

const ACCOUNT_HOSTS = /^(www\.|mobile\.)?(x|twitter)\.com$/;
const ACCOUNT_PATH = /^\/\w{1,15}\/?$/;

interface Polled {
  type: string;
  feedUrl: string | null;
}

/** What no field can say alone: whether there is something of this type at this URL to poll. */
export function requirePollable(source: Polled): void {
  const message = whyNotPollable(source);
  if (message !== null)
    throw new Problem(400, 'the body is not valid: feedUrl', { errors: [{ field: 'feedUrl', message }] });
}

/** What is wrong with the feedUrl; null: nothing. */
export function whyNotPollable({ type, feedUrl }: Polled): string | null {
  if (type !== 'twitter' || !feedUrl || isAccountUrl(feedUrl)) return null;
  return 'must be the URL of an account, like https://x.com/NAME, for a source of the type twitter';
}

function isAccountUrl(text: string): boolean {
  const { protocol, host, pathname, username, password } = new URL(text);
  const isPlain = protocol === 'https:' && !username && !password;
  return isPlain && ACCOUNT_HOSTS.test(host) && ACCOUNT_PATH.test(pathname);
}
