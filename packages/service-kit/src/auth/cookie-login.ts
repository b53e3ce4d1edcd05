import { createHash } from 'node:crypto';
import { LOGIN_COOKIE, PAGE_HEADER, SECURE_LOGIN_COOKIE } from '@feedwarden/contracts';
import type { Request } from 'express';
import { Problem } from '../http/problem.js';
import { type Caller, unauthenticated } from './token-verifier.js';

/** What a browser sends of a log-in: never stored or logged, only its hash. */
export interface PresentedLogin {
  secretHash: string;
  /** It came in the cookie that only https can set. */
  secure: boolean;
}

/** Who logged in, or null: there is no such log-in, or it has ended. */
export type FindLogin = (login: PresentedLogin) => Promise<Caller | null>;

export interface CookieLogins {
  find: FindLogin;
  /** Other origins of the page, where a proxy changes the Host header. */
  origins: readonly string[];
}

const SECRET = /^[\w-]{43}$/;
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The log-in of a request that comes from our own page. Null: the request has no cookie of ours. */
export function presentedLogin(request: Request, origins: readonly string[]): PresentedLogin | null {
  const secure = cookieValues(request, SECURE_LOGIN_COOKIE);
  const values = secure.length > 0 ? secure : cookieValues(request, LOGIN_COOKIE);
  const [secret = '', ...others] = values;
  if (values.length === 0) return null;
  requireOwnPage(request, origins);
  // Two of one name: one of them was set by somebody else, and nobody knows which.
  if (others.length > 0 || !SECRET.test(secret))
    throw unauthenticated('the log-in is not valid: log in again');
  return { secretHash: hashOfSecret(secret), secure: secure.length > 0 };
}

export async function callerByCookie(
  request: Request,
  { find, origins }: CookieLogins,
): Promise<Caller | null> {
  const login = presentedLogin(request, origins);
  if (!login) return null;
  const caller = await find(login);
  if (!caller) throw unauthenticated('the log-in has ended: log in again');
  return caller;
}

/**
 * A browser adds the cookie to whatever any page makes it send, so the cookie alone says nothing about who asks. Browsers
 * name the page that asks; a change must name it, and carry a header that needs our consent to be sent from elsewhere.
 */
function requireOwnPage(request: Request, origins: readonly string[]): void {
  const isSafe = SAFE_METHODS.includes(request.method);
  requireOwnOrigin(request, origins);
  if (isSafe) return;
  if (request.headers.origin === undefined)
    throw foreign('the header Origin is missing; programs use a token instead of a cookie');
  if (request.get(PAGE_HEADER.name) !== PAGE_HEADER.value)
    throw foreign(`a change by cookie needs the header ${PAGE_HEADER.name}: ${PAGE_HEADER.value}`);
}

/** What a browser says about the page that asks must be true of ours; programs say nothing. */
export function requireOwnOrigin(request: Request, origins: readonly string[]): void {
  const site = request.get('sec-fetch-site');
  // A person who types an address or opens a bookmark comes from no site.
  const isOwnSite =
    site === undefined || site === 'same-origin' || (site === 'none' && request.method === 'GET');
  const { origin } = request.headers;
  if (isOwnSite && (origin === undefined || isOwnOrigin(request, origin, origins))) return;
  throw foreign('the request comes from another site');
}

function isOwnOrigin(request: Request, origin: string, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true;
  const [, host] = /^https?:\/\/([^\s/?#@]+)$/.exec(origin) ?? [];
  return host !== undefined && host.toLowerCase() === request.headers.host?.toLowerCase();
}

const foreign = (detail: string) => new Problem(403, detail);

function cookieValues(request: Request, name: string): string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
