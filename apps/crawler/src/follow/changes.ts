import { ApiError, ApiUnreachableError, type SourceClient } from '@feedwarden/client';
import type { Source, SourceChange } from '@feedwarden/contracts';
import type { FaultLog, Logger } from '@feedwarden/service-kit';
import { SETTING_NAMES } from '../poll/feed.js';
import type { ApplySources } from './apply-sources.js';
import { createPagesOfChanges, type PageOfChanges } from './pages-of-changes.js';
import type { FollowedPolicies } from './policies.js';
import type { SourceStore } from './ports.js';
import type { Reschedule } from './reschedule.js';

export interface FollowChangesDeps {
  client: SourceClient;
  store: SourceStore;
  policies: FollowedPolicies;
  applySources: ApplySources;
  reschedule: Reschedule;
  logger: Logger;
  faults: FaultLog;
  /** Ends it after the page under way: there may be a million sources to learn. */
  stop: AbortSignal;
  /** Told whether there is more to learn. */
  learning?: (isUnderWay: boolean) => void;
}

/** Follows source-manager by its cursor of changes: each call costs what has changed, not what there is. */
export function createFollowChanges(deps: FollowChangesDeps): () => Promise<void> {
  const { store, policies, applySources, reschedule, logger, faults, stop, learning } = deps;
  const pages = createPagesOfChanges(deps);
  let settingsChecked = false;

  async function catchUp(): Promise<void> {
    await fillInSettings();
    const position = await store.position();
    policies.remember(position.policies);
    pages.forgetExpected();
    let { cursor, scheduleBasis: basis } = position;
    for (let more = true; more; ) {
      stop.throwIfAborted();
      const page = await pages.since(cursor);
      await policies.follow(page.policyVersion);
      // There is nothing to reschedule yet: what comes now is scheduled on this basis.
      basis ??= await saveBasis();
      ({ nextCursor: cursor, more } = page);
      learning?.(more);
      if (more) pages.expect(page.nextCursor);
      await applyPage(page);
    }
    await store.removeUnconfirmed();
    if (basis === reschedule.basis()) return;
    await reschedule.allFeeds();
    await saveBasis();
  }

  /** Sources that an older version stored without all of today's settings are followed again, once after a start. */
  async function fillInSettings(): Promise<void> {
    if (!settingsChecked && (await store.lacksSettings(SETTING_NAMES))) {
      logger.info('stored sources lack new settings: following all sources from the start');
      await store.startOver();
    }
    settingsChecked = true;
  }

  /** Written as a whole with the cursor behind it, unless another crawler has gone on from where the page begins. */
  async function applyPage({ items, from, nextCursor }: PageOfChanges): Promise<void> {
    await store.transaction(async (tx) => {
      if ((await tx.lockCursor()) !== from) return;
      await applySources(tx, items.flatMap(changedSource));
      await tx.deleteFeeds(items.flatMap(deletedId));
      await tx.saveCursor(nextCursor);
    });
  }

  async function saveBasis(): Promise<string> {
    const basis = reschedule.basis();
    await store.saveScheduleBasis(basis);
    return basis;
  }

  /** Without source-manager, or refused by it, we go on with what we know: what is due is polled all the same. */
  async function followChanges(): Promise<void> {
    try {
      await catchUp();
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof ApiUnreachableError) && !(error instanceof ApiError)) throw error;
      faults.report('cannot follow sources', error);
    } finally {
      learning?.(false);
    }
  }

  return oneAtATime(followChanges);
}

const changedSource = (item: SourceChange): Source[] => (item.kind === 'changed' ? [item.source] : []);
const deletedId = (item: SourceChange): string[] => (item.kind === 'deleted' ? [item.id] : []);

/**
 * A call during a run does not share it: its change may have come after the response. All such calls share the run that
 * follows.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  function begin(): Promise<void> {
    running = work().finally(() => {
      running = null;
    });
    return running;
  }

  return () => {
    if (!running) return begin();
    const next = () => {
      following = null;
      return begin();
    };
    following ??= running.then(next, next);
    return following;
  };
}
