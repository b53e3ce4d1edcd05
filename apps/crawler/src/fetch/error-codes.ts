import { types } from 'node:util';

interface MaybeCoded {
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Libraries wrap errors in errors, and a host with several addresses fails once for each of them. */
const DEEPEST_CAUSE = 5;

/** The codes of an error, of what caused it and of what it gathers. */
export function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  const { code, cause, errors } = error as MaybeCoded;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])].flatMap((one) =>
    errorCodes(one, depth + 1),
  );
  return typeof code === 'string' ? [code, ...inner] : inner;
}

/** The error that started it. */
export function rootCause(error: unknown, depth = 0): unknown {
  const cause = types.isNativeError(error) && depth < DEEPEST_CAUSE ? error.cause : undefined;
  return types.isNativeError(cause) ? rootCause(cause, depth + 1) : error;
}
