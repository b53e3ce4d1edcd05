import {
  type CurrentLogin,
  LOGIN_COOKIE,
  type Login,
  loginAudience,
  loginOperations,
  type NewLogin,
  NO_SUCH_LOGIN,
  PAGE_TOKEN_SECONDS,
  type Scope,
  SECURE_LOGIN_COOKIE,
} from '@feedwarden/contracts';
import {
  type Caller,
  createTokenVerifier,
  type Logger,
  Problem,
  presentedLogin,
  type RateLimit,
  type Route,
  requireOwnOrigin,
  routesOf,
  signToken,
  type TokenTrust,
  unauthenticated,
  type VerifyToken,
} from '@feedwarden/service-kit';
import type { Request, Response } from 'express';
import type { LoginStore } from './login-store.js';
import type { LoginRow } from './schema.js';

export interface LoginRoutesDeps {
  store: LoginStore;
  trust: TokenTrust;
  verifyToken: VerifyToken;
  rateLimit: RateLimit;
  /** Of the page, besides the server's own. */
  origins: readonly string[];
  logger: Logger;
}

export function loginRoutes(deps: LoginRoutesDeps): Route[] {
  const { store, trust, origins, logger } = deps;
  const identify = createIdentify(deps);

  return routesOf(loginOperations, {
    logIn: async ({ body, response }) => {
      const { req: request } = response;
      requireOwnOrigin(request, origins);
      const { caller, until } = await identify(body, request, response);
      await endEarlier(store, request, origins);
      const secure = request.headers.origin?.startsWith('https:') ?? false;
      const login = { caller, secure, userAgent: request.get('user-agent'), ...(until && { until }) };
      const { secret, row } = await store.add(login);
      setCookie(response, secret, { secure, maxAge: row.expiresAt.getTime() - Date.now() });
      logger.info({ subject: row.subject, loginId: row.id }, 'logged in');
      return currentLogin({ ...caller, loginId: row.id, expiresAt: row.expiresAt });
    },

    getCurrentLogin: ({ caller, response }) => {
      response.set('cache-control', 'no-store');
      return currentLogin(caller);
    },

    logOut: async ({ caller, response }) => {
      if (caller.loginId === undefined) return;
      await store.end(caller.loginId, null);
      for (const secure of [false, true]) setCookie(response, '', { secure, maxAge: 0 });
      logger.info({ subject: caller.subject, loginId: caller.loginId }, 'logged out');
    },

    createPageToken: async ({ caller, response }) => {
      if (!('secret' in trust))
        throw new Problem(409, 'tokens come from the issuer of JWT_JWKS_URL, not from here');
      const secondsLeft = Math.floor((caller.expiresAt.getTime() - Date.now()) / 1000);
      const ttlSeconds = Math.min(PAGE_TOKEN_SECONDS, secondsLeft);
      if (ttlSeconds < 1) throw unauthenticated('the token has expired');
      const { subject, scopes } = caller;
      const issuedAt = new Date();
      response.set('cache-control', 'no-store');
      return {
        token: await signToken({ ...trust, subject, scopes: [...scopes] as Scope[], ttlSeconds, issuedAt }),
        expiresAt: new Date(issuedAt.getTime() + ttlSeconds * 1000).toISOString(),
      };
    },

    listLogins: async ({ caller }) => {
      const rows = await store.list(whose(caller));
      return { items: rows.map((row) => loginView(row, caller)) };
    },

    endLogins: async ({ caller }) => ({ ended: await store.endOthers(caller.subject, caller.loginId) }),

    endLogin: async ({ params, caller }) => {
      if (!(await store.end(params.id, whose(caller)))) throw new Problem(404, NO_SUCH_LOGIN);
      logger.info({ subject: caller.subject, loginId: params.id }, 'log-in ended');
    },
  });
}

interface Identified {
  caller: Caller;
  until?: Date;
}

/** Who logs in, by a code that is used up, or by a token. Attempts that fail are counted as those of strangers. */
function createIdentify({ store, trust, verifyToken, rateLimit, logger }: LoginRoutesDeps) {
  const verifyCode =
    'secret' in trust && createTokenVerifier({ ...trust, audience: loginAudience(trust.audience) }, logger);

  async function byCode(code: string): Promise<Identified> {
    if (!verifyCode)
      throw unauthenticated('links cannot be used with JWT_JWKS_URL: log in with a token of its issuer');
    const caller = await verifyCode(code).catch(refuseCode);
    if (caller.tokenId === undefined) throw unauthenticated('the link is not valid');
    if (!(await store.useCode(code, caller.expiresAt)))
      throw unauthenticated('the link was used before: `feedwarden login` makes a new one');
    return { caller };
  }

  /** A token must not become a log-in that outlives it. */
  async function byToken(token: string): Promise<Identified> {
    const caller = await verifyToken(token);
    return { caller, until: caller.expiresAt };
  }

  return async (body: NewLogin, request: Request, response: Response): Promise<Identified> => {
    try {
      return await ('code' in body ? byCode(body.code) : byToken(body.token));
    } catch (error) {
      if (error instanceof Problem && error.status === 401) await rateLimit.countStranger(request, response);
      throw error;
    }
  };
}

function refuseCode(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 401) throw error;
  throw unauthenticated(
    error.message === 'the token has expired'
      ? 'the link has expired: `feedwarden login` makes a new one'
      : 'the link is not valid: `feedwarden login` makes a new one',
  );
}

/** The browser is given another secret; the one it had is worth nothing from now on. */
async function endEarlier(store: LoginStore, request: Request, origins: readonly string[]): Promise<void> {
  let earlier = null;
  try {
    earlier = presentedLogin(request, origins);
  } catch (error) {
    // A cookie that nobody would accept has no log-in to end.
    if (!(error instanceof Problem)) throw error;
  }
  if (earlier) await store.endByHash(earlier);
}

function setCookie(
  response: Response,
  secret: string,
  { secure, maxAge }: { secure: boolean; maxAge: number },
) {
  response.cookie(secure ? SECURE_LOGIN_COOKIE : LOGIN_COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure,
    maxAge,
  });
  response.set('cache-control', 'no-store');
}

/** People see their own log-ins, administrators all. */
const whose = (caller: Caller) => (caller.scopes.has('sources:admin') ? null : caller.subject);

const currentLogin = ({ subject, scopes, loginId, expiresAt }: Caller): CurrentLogin => ({
  subject,
  scopes: [...scopes],
  loginId: loginId ?? null,
  expiresAt: expiresAt.toISOString(),
});

const loginView = (row: LoginRow, caller: Caller): Login => ({
  id: row.id,
  subject: row.subject,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  userAgent: row.userAgent,
  current: row.id === caller.loginId,
});
