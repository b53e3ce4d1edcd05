import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { callerSchema, loginListSchema, newLoginSchema, pageTokenSchema } from './logins.js';

export const NO_SUCH_LOGIN = 'there is no log-in with this id';
/** The code of the example; the tests put a real one in its place. */
export const EXAMPLE_LOGIN_CODE = 'the-text-behind-the-hash-of-the-link';
export const EXAMPLE_LOGIN_ID = '0f8f4c4e-5b1f-4c52-9a35-1f0f6d1c7b11';

const exampleLogin = {
  subject: 'newsroom',
  scopes: ['sources:read'],
  loginId: EXAMPLE_LOGIN_ID,
  expiresAt: '2026-03-03T08:00:00.000Z',
};

const MAY_SEE = 'sources:read';

/** Signing in to the page. What a log-in may do is what its code or token says. */
export const loginOperations = {
  logIn: {
    method: 'post',
    path: '/api/v1/logins',
    scope: null,
    summary: 'Log in with the code of a link, or with a token',
    description:
      'Sets an HttpOnly cookie that is accepted in place of a token. A code works once, within ten minutes; ' +
      '`feedwarden login` makes another. A log-in with a token ends with the token.',
    body: { schema: newLoginSchema, limit: '16kb' },
    answer: {
      status: 201,
      description: 'Logged in.',
      schema: callerSchema,
      headers: { 'Set-Cookie': 'The session.' },
    },
    problems: {
      401: 'The code or token is not valid, has expired, or the code was used before.',
      403: 'The request comes from another site.',
      429: 'Too many attempts: try again after `Retry-After` seconds.',
      503: 'Temporarily unavailable: try again after `Retry-After` seconds.',
    },
    examples: { code: { body: { code: EXAMPLE_LOGIN_CODE }, answer: exampleLogin } },
  },
  getCurrentLogin: {
    method: 'get',
    path: '/api/v1/logins/current',
    scope: MAY_SEE,
    summary: 'Who asks, and what they may do',
    answer: { status: 200, description: 'The caller.', schema: callerSchema },
    examples: { token: { answer: { ...exampleLogin, loginId: null } } },
  },
  logOut: {
    method: 'delete',
    path: '/api/v1/logins/current',
    scope: MAY_SEE,
    summary: 'Log out',
    description: 'Ends the log-in and removes its cookie. With a token there is nothing to end.',
    answer: { status: 204, description: 'Logged out.' },
    examples: { plain: {} },
  },
  createPageToken: {
    method: 'post',
    path: '/api/v1/logins/current/token',
    scope: MAY_SEE,
    changesNothing: true,
    summary: 'A token of five minutes for the crawler',
    description:
      'The crawler ignores cookies: a page calls it with this token, which may do what the caller may, and never ' +
      'outlives the log-in or token it was asked for with.',
    answer: { status: 200, description: 'The token. Do not store it.', schema: pageTokenSchema },
    problems: { 409: 'Tokens come from the issuer of JWT_JWKS_URL, not from here.' },
    examples: { plain: {} },
  },
  listLogins: {
    method: 'get',
    path: '/api/v1/logins',
    scope: MAY_SEE,
    summary: "The caller's log-ins",
    description: 'With the scope `sources:admin`, those of all.',
    answer: { status: 200, description: 'The log-ins, the last used first.', schema: loginListSchema },
    examples: { none: { answer: { items: [] } } },
  },
  endLogins: {
    method: 'delete',
    path: '/api/v1/logins',
    scope: MAY_SEE,
    summary: "End the caller's log-ins, but for the current one",
    answer: {
      status: 200,
      description: 'How many were ended.',
      schema: z.object({ ended: z.int() }),
    },
    examples: { all: { answer: { ended: 0 } } },
  },
  endLogin: {
    method: 'delete',
    path: '/api/v1/logins/:id',
    scope: MAY_SEE,
    summary: 'End a log-in',
    description: 'One of the caller; with the scope `sources:admin`, any.',
    params: z.object({ id: z.uuid({ error: NO_SUCH_LOGIN }) }),
    answer: { status: 204, description: 'Its next request gets 401.' },
    examples: { one: { params: { id: EXAMPLE_LOGIN_ID } } },
  },
} satisfies OperationTable;
