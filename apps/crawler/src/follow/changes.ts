import { createHash } from 'node:crypto';
import { ApiError, isPassingTrouble, type SourceClient } from '@feedwarden/client';
import {
  DEFAULT_FAILURE_POLICIES,
  type FailurePolicies,
  type FailurePolicySet,
  type Source,
  type SourceChange,
  type SourceChangesPage,
} from '@feedwarden/contracts';
import type { Logger } from '@feedwarden/service-kit';
import type { ScheduleSettings } from '../poll/schedule.js';
import type { FollowSource, SourceReplica } from './ports.js';

export interface ActiveSourcesDeps {
  client: SourceClient;
  replica: SourceReplica;
  follow: FollowSource;
  scheduleSettings: ScheduleSettings;
  logger: Logger;
}

/** Follows source-manager by its cursor of changes: each call costs what has changed, not what there is. */
export function createActiveSources({
  client,
  replica,
  follow,
  scheduleSettings,
  logger,
}: ActiveSourcesDeps) {
  let policies: FailurePolicies | null = null;

  async function catchUp(): Promise<void> {
    const position = await replica.position();
    policies ??= position.policies;
    let cursor = position.cursor;
    for (;;) {
      const page = await changesSince(cursor);
      if (page.policyVersion !== policies?.version) {
        policies = await client.failurePolicies();
        await replica.savePolicies(policies);
      }
      await replica.apply({ ...split(page.items), from: page.from, cursor: page.nextCursor }, follow);
      cursor = page.nextCursor;
      if (!page.more) break;
    }
    await replica.removeUnconfirmed();
    await replica.reschedule(basisOf(policies, scheduleSettings));
  }

  async function changesSince(from: string | null): Promise<SourceChangesPage & { from: string | null }> {
    if (from === null) return { ...(await client.sourceChanges({})), from };
    try {
      return { ...(await client.sourceChanges({ cursor: from })), from };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      logger.warn('source-manager does not know our cursor (restored from a backup?): starting over');
      await replica.startOver();
      return { ...(await client.sourceChanges({})), from: null };
    }
  }

  /** Without source-manager, or refused by it, we go on with what we know: what is due is polled all the same. */
  async function followSources(): Promise<void> {
    try {
      await catchUp();
    } catch (error) {
      if (isPassingTrouble(error))
        logger.warn({ error: error.message }, 'going on with the sources as last known');
      else if (error instanceof ApiError)
        logger.error({ err: error }, 'source-manager refuses us: going on with the sources as last known');
      else throw error;
    }
  }

  let underWay: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  function begin(): Promise<void> {
    underWay = followSources().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    policies: (): FailurePolicySet => policies ?? DEFAULT_FAILURE_POLICIES,
    /**
     * One at a time. Who asks while it is being done must not be content with that: it may have been answered before
     * the change they come for. So they share the one that follows.
     */
    followSources: (): Promise<void> => {
      if (!underWay) return begin();
      const next = () => {
        following = null;
        return begin();
      };
      following ??= underWay.then(next, next);
      return following;
    },
  };
}

function split(items: SourceChange[]): { changed: Source[]; deleted: string[] } {
  return {
    changed: items.flatMap((item) => (item.kind === 'changed' ? [item.source] : [])),
    deleted: items.flatMap((item) => (item.kind === 'deleted' ? [item.id] : [])),
  };
}

/** All that the due times of many feeds depend on at once. */
function basisOf(
  policies: FailurePolicySet,
  { defaultIntervalMinutes, maxFreshHours }: ScheduleSettings,
): string {
  return createHash('sha256')
    .update(JSON.stringify([policies, defaultIntervalMinutes, maxFreshHours]))
    .digest('hex');
}
