import { LONGEST_URL, type Redirect } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { OpenResponse } from '@feedwarden/guarded-fetch';
import { loggableUrl, parseWebUrl } from '../poll/web-url.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const MAX_REDIRECTS = 5;

/** `isTrusted`: every hop so far stayed on the first host, and none went from https to http. */
type Open = (url: URL, isTrusted: boolean) => Promise<OpenResponse>;

/** A redirect that is not followed, and why. */
export class RefusedRedirect extends Error {
  override readonly name = 'RefusedRedirect';
  readonly fact: FailureFact;

  constructor(fact: FailureFact) {
    super(fact.kind);
    this.fact = fact;
  }
}

export interface Arrival {
  /** The first response that is not a redirect. */
  response: OpenResponse;
  /** Where the permanent redirects before the first temporary one lead, if that URL can be stored. */
  movedTo: string | null;
}

/** Opens `first` and follows its redirects. `onRedirect` is called for each, also when it is not followed. */
export async function followRedirects(
  first: URL,
  open: Open,
  onRedirect: (redirect: Redirect) => void = () => {},
): Promise<Arrival> {
  let url = first;
  let isTrusted = true;
  let isPermanent = true;
  let movedTo: URL | null = null;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await open(url, isTrusted);
    const { location } = response.headers;
    if (!location || !REDIRECTS.has(response.status))
      return { response, movedTo: lastingAddress(first, movedTo) };
    response.close();
    const target = redirectTarget(url, location);
    onRedirect({ from: loggableUrl(url.href), statusCode: response.status, to: loggableUrl(target.href) });
    isTrusted &&= mayShareCredentials(url, target);
    isPermanent &&= PERMANENT.has(response.status);
    if (isPermanent) movedTo = target;
    url = target;
  }
  throw new RefusedRedirect({
    kind: 'too_many_redirects',
    detail: `redirected more than ${MAX_REDIRECTS} times`,
  });
}

function redirectTarget(from: URL, location: string): URL {
  // Node reads headers as latin1, but servers send this one in UTF-8.
  const target = parseWebUrl(Buffer.from(location, 'latin1').toString(), from.href);
  if (!target)
    throw new RefusedRedirect({
      kind: 'invalid_url',
      detail: 'redirected to something that is not an http or https URL',
    });
  if (mayShareCredentials(from, target) && !target.username && !target.password) {
    target.username = from.username;
    target.password = from.password;
  }
  return target;
}

/** Only with the host they were meant for, and never over http when they were given for https. */
function mayShareCredentials(from: URL, to: URL): boolean {
  return from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:');
}

/**
 * The URL that may permanently replace `first`; null to keep `first`. A URL with credentials that `first` does not have
 * is never stored.
 */
function lastingAddress(first: URL, movedTo: URL | null): string | null {
  if (!movedTo) return null;
  const { username, password } = movedTo;
  const isForeign = username !== first.username || password !== first.password;
  if ((username || password) && isForeign) return null;
  const address = withoutFragment(movedTo);
  return address !== withoutFragment(first) && address.length <= LONGEST_URL ? address : null;
}

function withoutFragment(url: URL): string {
  const copy = new URL(url);
  copy.hash = '';
  return copy.href;
}
