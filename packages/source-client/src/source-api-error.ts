import { type ProblemBody, problemSchema } from '@feedwarden/contracts';

/** source-manager answered, and the answer was no. */
export class SourceApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;

  constructor(status: number, problem: ProblemBody | null) {
    super(problem?.detail ?? `source-manager answered ${status}`);
    this.name = 'SourceApiError';
    this.status = status;
    this.problem = problem;
  }
}

/** No usable answer was had: source-manager is down, slow or not the one we think. Trying later may help. */
export class SourceApiUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`source-manager cannot be reached: ${describe(cause)}`, { cause });
    this.name = 'SourceApiUnreachableError';
  }
}

/** Trouble that may be over when the same is tried again: nobody there, overloaded, or a fault on their side. */
export function isPassingTrouble(error: unknown): error is SourceApiError | SourceApiUnreachableError {
  if (error instanceof SourceApiUnreachableError) return true;
  return error instanceof SourceApiError && (error.status >= 500 || error.status === 429);
}

export async function readProblem(response: Response): Promise<ProblemBody | null> {
  try {
    return problemSchema.parse(await response.json());
  } catch {
    return null;
  }
}

/** fetch hides the reason in the cause; where a name has several addresses it is only a code. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause as { message?: string; code?: string } | undefined;
  return inner?.message || inner?.code || cause.message;
}
