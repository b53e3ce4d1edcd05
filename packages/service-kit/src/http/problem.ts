import type { ProblemBody } from '@feedwarden/contracts';

type FieldError = NonNullable<ProblemBody['errors']>[number];

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Request too large',
  415: 'Unsupported media type',
  422: 'Cannot be done',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Not available',
  505: 'HTTP version not supported',
};

/** An answer that is not what the caller hoped for. Thrown in a route, written by the one error door. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    extra: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }

  toBody(requestId: string): ProblemBody {
    return {
      type: 'about:blank',
      title: problemTitle(this.status),
      status: this.status,
      detail: this.message,
      requestId,
      ...(this.errors && { errors: this.errors }),
    };
  }
}

function problemTitle(status: number): string {
  return TITLES[status] ?? (status < 500 ? 'Bad request' : 'Internal error');
}
