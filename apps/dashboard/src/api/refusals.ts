import { ApiError } from '@feedwarden/client/browser';

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
export const hasChanged = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
