import type { CrawlerCommand } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import type { SourceRow } from '../schema.js';

/** Commands of a source arrive in order, so only the last one can come a second time. */
export function isDelivered(row: SourceRow, command: CrawlerCommand | undefined): boolean {
  if (!command) return false;
  if (row.lastCommandId === command.commandId) return true;
  if (row.healthEpoch === command.healthEpoch) return false;
  throw new Problem(409, 'a person has given this source a fresh start since the command was decided');
}

/** What a person does in between leaves the memory of the last command alone: it may still come again. */
export function remember(command: CrawlerCommand | undefined): Pick<Partial<SourceRow>, 'lastCommandId'> {
  return command ? { lastCommandId: command.commandId } : {};
}

/** A command may have waited: the cooldown counts from the decision. A clock ahead of ours does not prolong it. */
export function decisionTime(command: CrawlerCommand | undefined): Date {
  const now = new Date();
  const decided = command ? new Date(command.decidedAt) : now;
  return decided < now ? decided : now;
}
