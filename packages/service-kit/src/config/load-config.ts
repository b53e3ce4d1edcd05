import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { inOurWords } from './mistake-texts.js';

export type Environment = Record<string, string | undefined>;

/** A mistake in the configuration: reported by name, never by value, all of them together. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`the configuration is not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the variables that `schema` names. An empty variable counts as unset. A variable in `secretNames` may be
 * given as a file instead: `JWT_SECRET_FILE=/run/secrets/jwt`. Of each group in `oneOf` at least one must be given.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Environment,
  secretNames: readonly string[] = [],
  oneOf: readonly (readonly [string, string])[] = [],
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const problems: string[] = [];
  for (const name of secretNames) {
    const file = given[`${name}_FILE`];
    if (file === undefined || given[name] !== undefined) continue;
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: the file cannot be read`);
    }
  }
  for (const [first, second] of oneOf)
    if (given[first] === undefined && given[second] === undefined)
      problems.push(`${first}: set it, or ${second}`);
  const result = schema.safeParse(given, { error: inOurWords });
  if (!result.success)
    problems.push(...result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return result.data;
}
