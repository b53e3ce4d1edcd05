import {
  type AutoDisable,
  type CrawlerCommand,
  type FeedDisable,
  type FeedEnable,
  MANUAL_REASON,
  type MoveFeed,
  type Quarantine,
  type Release,
  SOURCE_TYPES,
  type Source,
  VERDICTS,
} from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import { storableText } from '../../stored-values.js';
import { enabledByHand, FEED_ENABLED, NO_PROPOSAL, releasedByHand } from '../change/decision.js';
import type { SourceStore } from '../change/source-store.js';
import type { SourceRow } from '../schema.js';
import type { ChangeRequest } from '../source-requests.js';

type Switched = Promise<Source | null>;
export type FeedSwitch = ReturnType<typeof createFeedSwitch>;

/**
 * Takes sources out of polling and puts them back. When a person puts one back, it gets a fresh start; a crawler has
 * seen it succeed, and reports its health itself.
 */
export function createFeedSwitch(store: SourceStore) {
  return {
    disableFeed: (request: ChangeRequest, { reason, command }: FeedDisable): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command)) return null;
        if (isManual(row) && (command || reason === MANUAL_REASON)) return null;
        const renewed = row.feedDisabledAt && !isManual(row) && reason !== MANUAL_REASON;
        return {
          set: { feedDisabledAt: decisionTime(command), feedDisableReason: reason, ...remember(command) },
          event: {
            action: VERDICTS[renewed ? 'renew_cooldown' : 'disable_feed'].action,
            reason,
            evidence: command?.evidence,
          },
        };
      }),

    enableFeed: (request: ChangeRequest, { command }: FeedEnable): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command) || !row.feedDisabledAt) return null;
        if (isManual(row) && command) return null;
        if (!command) return enabledByHand(row);
        return {
          set: { ...FEED_ENABLED, ...remember(command) },
          event: { action: VERDICTS.enable_feed.action, evidence: command.evidence },
        };
      }),

    quarantine: (request: ChangeRequest, { reason, command }: Quarantine): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command) || row.quarantinedAt) return null;
        return {
          set: { quarantinedAt: decisionTime(command), ...remember(command) },
          event: { action: VERDICTS.quarantine.action, reason, evidence: command?.evidence },
        };
      }),

    release: (request: ChangeRequest, { command }: Release): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command) || !row.quarantinedAt) return null;
        if (!command) return releasedByHand(row);
        return {
          set: { quarantinedAt: null, ...remember(command) },
          event: { action: VERDICTS.release.action, evidence: command.evidence },
        };
      }),

    autoDisable: (request: ChangeRequest, { reason, command }: AutoDisable): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command) || !row.enabled) return null;
        return {
          set: { enabled: false, disabledReason: storableText(reason), ...remember(command) },
          event: { action: VERDICTS.disable_source.action, reason, evidence: command.evidence },
        };
      }),

    moveFeed: (request: ChangeRequest, { from, to, command }: MoveFeed): Switched =>
      store.change(request, (row) => {
        if (isDelivered(row, command) || row.feedUrl !== from) return null;
        if (!SOURCE_TYPES[row.type].followsMoves) return null;
        return {
          set: { feedUrl: to, ...NO_PROPOSAL, ...remember(command) },
          event: { action: VERDICTS.move_feed.action, evidence: command.evidence },
        };
      }),
  };
}

/** A crawler cannot change what a person disabled, not even by a command sent before. */
const isManual = (row: SourceRow) => row.feedDisableReason === MANUAL_REASON;

/** Commands of a source arrive in order, so only the last one can be repeated. */
function isDelivered(row: SourceRow, command: CrawlerCommand | undefined): boolean {
  if (!command) return false;
  if (row.lastCommandId === command.commandId) return true;
  if (row.healthEpoch === command.healthEpoch) return false;
  throw new Problem(409, 'the source was given a fresh start after this command was decided');
}

/** A person's change does not touch this: the last command may still be repeated. */
function remember(command: CrawlerCommand | undefined): Pick<Partial<SourceRow>, 'lastCommandId'> {
  return command ? { lastCommandId: command.commandId } : {};
}

/** A command may have waited: its cooldown starts at the decision. A clock ahead of ours does not prolong it. */
function decisionTime(command: CrawlerCommand | undefined): Date {
  const now = new Date();
  const decided = command ? new Date(command.decidedAt) : now;
  return decided < now ? decided : now;
}
