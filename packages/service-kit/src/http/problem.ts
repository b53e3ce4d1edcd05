import { STATUS_CODES } from 'node:http';
import type { ProblemBody } from '@feedwarden/contracts';

type FieldError = NonNullable<ProblemBody['errors']>[number];

/** A response that reports an error. Thrown in a route, sent by `problemResponse`. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly existingId: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    extra: { errors?: FieldError[]; existingId?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = extra.errors;
    this.existingId = extra.existingId;
    this.headers = extra.headers ?? {};
  }

  toBody(requestId: string): ProblemBody {
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      requestId,
      ...(this.errors && { errors: this.errors }),
      ...(this.existingId !== undefined && { existingId: this.existingId }),
    };
  }
}
