import { LOGIN_CODE_SECONDS, loginAudience, type Scope } from '@feedwarden/contracts';
import { mintInstallationToken } from './installation-token.js';
import { given, localAddress } from './settings.js';

/** What a person at the page may do, unless told otherwise; never `crawler`. */
export const PERSON_SCOPES: Scope[] = ['sources:read', 'sources:write', 'feeds:toggle', 'posts:read'];

export interface LoginRequest {
  scopes?: Scope[];
  subject?: string;
}

/**
 * A link that logs in once, within ten minutes. The code stands behind `#`, which browsers do not send: it gets into no
 * log and no Referer, and no preview of the link uses it up.
 */
export async function mintLoginLink(
  { scopes = PERSON_SCOPES, subject }: LoginRequest,
  env: NodeJS.ProcessEnv,
  rootDir: string,
  now: Date,
): Promise<string> {
  const audience = loginAudience(given(env, 'JWT_AUDIENCE') ?? 'feedwarden');
  const request = { scopes, ttlSeconds: LOGIN_CODE_SECONDS, ...(subject !== undefined && { subject }) };
  const code = await mintInstallationToken(request, { ...env, JWT_AUDIENCE: audience }, rootDir, now);
  return `${dashboardAddress(env)}/login#${code}`;
}

/** Where a person opens the page: behind a proxy its first origin, otherwise this machine. */
export function dashboardAddress(env: NodeJS.ProcessEnv): string {
  const [origin] = (given(env, 'DASHBOARD_ORIGINS') ?? '').split(',').map((entry) => entry.trim());
  return origin || localAddress(env, given(env, 'SOURCE_MANAGER_PORT') ?? 4100);
}
