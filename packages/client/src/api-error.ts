import type { ProblemBody } from '@feedwarden/contracts';

/** The service answered, and the answer was no. `problem` names the bad fields, if there are any. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;
  /** How long the service wants to be left alone, if it said so. */
  readonly retryAfterMs: number | null;
  /** When it was, by the clock of the service; null if the response does not say. */
  readonly date: Date | null;

  constructor(
    status: number,
    problem: ProblemBody | null,
    { service = 'source-manager', retryAfterMs = null, date = null }: ApiErrorContext = {},
  ) {
    super(problem?.detail ?? `${service} answered ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
    this.date = date;
  }
}

export interface ApiErrorContext {
  /** Which of the services is meant. */
  service?: string;
  retryAfterMs?: number | null;
  date?: Date | null;
}

/** There is no usable response: the service is down, slow or not the expected one. Trying later may help. */
export class ApiUnreachableError extends Error {
  constructor(cause: unknown, service = 'source-manager', trouble = 'cannot be reached') {
    super(`${service} ${trouble}: ${describe(cause)}`, { cause });
    this.name = 'ApiUnreachableError';
  }
}

/** There is a response, but not what the contract says: another program, or another version of the service. */
export class UnexpectedResponseError extends ApiUnreachableError {
  constructor(cause: unknown, service?: string) {
    super(cause, service, 'sent an unexpected response');
    this.name = 'UnexpectedResponseError';
  }
}

/** Trouble that may be over when the same is tried again: nobody there, overloaded, or a fault on their side. */
export function isPassingTrouble(error: unknown): error is ApiError | ApiUnreachableError {
  if (error instanceof ApiUnreachableError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

export async function readProblem(response: Response): Promise<ProblemBody | null> {
  try {
    const body: unknown = await response.json();
    return isProblem(body) ? body : null;
  } catch {
    return null;
  }
}

/** By hand, not by its schema: what a browser loads must do without zod. */
function isProblem(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { type, title, status, detail = '', errors = [] } = body as Partial<ProblemBody>;
  if (typeof type !== 'string' || typeof title !== 'string' || !Number.isInteger(status)) return false;
  return typeof detail === 'string' && Array.isArray(errors) && errors.every(isFieldError);
}

const isFieldError = (error: unknown) => {
  const { field, message } = (error ?? {}) as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string';
};

const MAX_ISSUES = 3;

/** fetch hides the reason in the cause; where a name has several addresses it is only a code. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (isSchemaError(cause)) return describeSchemaError(cause);
  const inner = cause.cause as { message?: string; code?: string } | undefined;
  return inner?.message || inner?.code || cause.message;
}

export function describeSchemaError({ issues }: SchemaError): string {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

interface SchemaError extends Error {
  issues: { path: PropertyKey[]; message: string }[];
}

const isSchemaError = (error: Error): error is SchemaError =>
  'issues' in error && Array.isArray(error.issues);
