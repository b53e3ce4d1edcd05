import { DeadlineError } from '@feedwarden/pacing';
import type { SharedFault } from '../telemetry/fault-log.js';
import { DatabaseBusyError } from './database-gate.js';

/** Errors of the network, and of postgres.js about its connections. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_SILENT',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
]);

/**
 * SQLSTATEs, by class or in full: connection exceptions (08), transaction rollback (40), insufficient resources such as
 * a full disk (53), operator intervention (57) and system errors (58); a lock that was not available, an idle
 * transaction that was ended, and a server that is read-only for now.
 */
const TROUBLE_STATES = /^(?:08|40|53|57|58)[0-9A-Z]{3}$|^(?:55P03|25P03|25006)$/;

/** Of these, the ones that concern every statement: no connection, a full disk or memory, a server that stops or starts. */
const OUTAGE_STATES = /^(?:08|53|58)[0-9A-Z]{3}$|^(?:57P0[0-5]|25006)$/;

/** Whether the database is to blame for an error, so that the same may work in a moment. */
export function isDatabaseTrouble(error: unknown): boolean {
  return causesOf(error).some((cause) => isBusy(cause) || hasCode(cause, TROUBLE_STATES));
}

/** Whether nothing else would work either, so that it is better to wait than to try the next statement. */
export function isDatabaseOutage(error: unknown): boolean {
  return causesOf(error).some((cause) => hasCode(cause, OUTAGE_STATES));
}

export const DATABASE_FAULT: SharedFault = {
  causes: isDatabaseTrouble,
  begins: 'database unavailable',
  ends: 'database available again',
  level: 'error',
};

/** drizzle wraps every error, those of the gate as well. */
function causesOf(error: unknown): unknown[] {
  const causes = [error];
  for (let at = error; at instanceof Error && at.cause !== undefined; at = at.cause) causes.push(at.cause);
  return causes;
}

function isBusy(error: unknown): boolean {
  return error instanceof DatabaseBusyError || error instanceof DeadlineError;
}

function hasCode(error: unknown, states: RegExp): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return CONNECTION_CODES.has(code) || states.test(code);
}
