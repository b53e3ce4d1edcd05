import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { SCOPES } from '../http/operation.js';

/** How long the link of a log-in can be used. */
export const LOGIN_CODE_SECONDS = 600;
/** A log-in that is not used ends, and any ends some day. */
export const LOGIN_IDLE_DAYS = 7;
export const LOGIN_DAYS = 30;
/** Of the token that a page gets for the crawler. */
export const PAGE_TOKEN_SECONDS = 300;

/** The audience of log-in codes: a code is not a token, nor a token a code. */
export const loginAudience = (audience: string): string => `${audience}-login`;

/** Its name over plain http; over https it has the prefix that keeps other hosts from setting it. */
export const LOGIN_COOKIE = 'feedwarden';
export const SECURE_LOGIN_COOKIE = `__Host-${LOGIN_COOKIE}`;

/** A change that is asked for by cookie needs this header, which no form and no link of another page can send. */
export const PAGE_HEADER = { name: 'x-feedwarden', value: 'dashboard' } as const;

const secretText = z.string().min(1).max(8192);

/** The body of `POST /api/v1/logins`: what the link has behind its `#`, or a token. */
export const newLoginSchema = z
  .union([z.strictObject({ code: secretText }), z.strictObject({ token: secretText })])
  .meta({ id: 'NewLogin' });
export type NewLogin = z.infer<typeof newLoginSchema>;

export const callerSchema = z
  .object({
    subject: z.string(),
    scopes: z.array(z.string()).describe(`Of ${SCOPES.join(', ')}.`),
    loginId: z.uuid().nullable().describe('null: the request was made with a token.'),
    expiresAt: timestampSchema.describe('When the log-in, or the token, ends at the latest.'),
  })
  .meta({ id: 'CurrentLogin' });
export type CurrentLogin = z.infer<typeof callerSchema>;

export const loginSchema = z
  .object({
    id: z.uuid(),
    subject: z.string(),
    scopes: z.array(z.string()),
    createdAt: timestampSchema,
    seenAt: timestampSchema.describe('Of its last request, to the minute.'),
    expiresAt: timestampSchema.describe(`It ends then, or after ${LOGIN_IDLE_DAYS} days without a request.`),
    userAgent: z.string().nullable().describe('What the browser said it is.'),
    current: z.boolean().describe('The one that asks.'),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof loginSchema>;

export const loginListSchema = z.object({ items: z.array(loginSchema) }).meta({ id: 'LoginList' });

export const pageTokenSchema = z
  .object({ token: z.string(), expiresAt: timestampSchema })
  .meta({ id: 'PageToken' });
export type PageToken = z.infer<typeof pageTokenSchema>;
