import { DeadlineError } from '@feedwarden/pacing';
import { DatabaseBusyError } from './database-gate.js';

/** What says that PostgreSQL is not there, as opposed to refusing us: worth another try. */
const NOT_THERE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '57P03',
]);

/** It is there, and does not get to it: cancelled by a time limit, stopping, or full. */
const NOT_NOW = new Set(['57014', '55P03', '25P03', '57P01', '57P02', '53300', '40001', '40P01']);

export const isNotThere = (error: unknown): boolean => NOT_THERE.has(codeOf(error));

/** Whether the database is to blame for an error, and the same may work in a moment. drizzle wraps what it was told. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof DatabaseBusyError || error instanceof DeadlineError) return true;
  if (isNotThere(error) || NOT_NOW.has(codeOf(error))) return true;
  return error instanceof Error && error.cause !== undefined && isDatabaseTrouble(error.cause);
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
