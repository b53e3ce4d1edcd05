import type { Redirect } from '@feedwarden/contracts';
import { loggableUrl, parseWebUrl } from '../poll/web-url.js';
import { lastingAddress } from './lasting-address.js';
import type { Answer } from './open-answer.js';
import { RemoteFault } from './remote-fault.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const MAX_REDIRECTS = 5;

/** `isTrusted`: every hop so far led to the host that was asked, and none from https into the clear. */
type Open = (url: URL, isTrusted: boolean) => Promise<Answer>;

export interface Arrival {
  /** The first that is no redirect. */
  answer: Answer;
  /** Where the permanent redirects at the beginning of the way lead, if it can be kept: a temporary one ends them. */
  movedTo: string | null;
}

/** Opens `first` and every place it is sent on to; `onRedirect` hears of each, also when it is not followed. */
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
    const answer = await open(url, isTrusted);
    const { location } = answer.headers;
    if (!location || !REDIRECTS.has(answer.status))
      return { answer, movedTo: lastingAddress(first, movedTo) };
    answer.close();
    const target = redirectTarget(url, location);
    onRedirect({ from: loggableUrl(url.href), statusCode: answer.status, to: loggableUrl(target.href) });
    isTrusted &&= mayShareCredentials(url, target);
    isPermanent &&= PERMANENT.has(answer.status);
    if (isPermanent) movedTo = target;
    url = target;
  }
  throw new RemoteFault({
    kind: 'too_many_redirects',
    detail: `redirected more than ${MAX_REDIRECTS} times`,
  });
}

function redirectTarget(from: URL, location: string): URL {
  // Node reads headers as latin1, servers write these in UTF-8.
  const target = parseWebUrl(Buffer.from(location, 'latin1').toString(), from.href);
  if (!target)
    throw new RemoteFault({
      kind: 'invalid_url',
      detail: 'redirected to something that is no http or https URL',
    });
  if (mayShareCredentials(from, target) && !target.username && !target.password) {
    target.username = from.username;
    target.password = from.password;
  }
  return target;
}

/** Only with the host they were meant for, and never in clear when they were given for https. */
function mayShareCredentials(from: URL, to: URL): boolean {
  return from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:');
}
