/** What a token may be allowed to do; they stand space-separated in its claim `scope`. */
export const SCOPES = [
  'sources:read',
  'sources:write',
  'feeds:toggle',
  'posts:read',
  'articles:write',
  'crawler',
] as const;
export type Scope = (typeof SCOPES)[number];
