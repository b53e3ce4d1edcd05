import type { SwitchVerdict } from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import { loggableUrl } from './loggable-url.js';
import type { Feed, PollOutcome } from './ports.js';

/** Says what came of a poll. A failure is as loud as its error says; nothing expected is ever an ERROR. */
export function logOutcome(
  logger: Logger,
  feed: Feed,
  outcome: PollOutcome,
  verdicts: SwitchVerdict[],
  newPosts: number,
): void {
  const about = { sourceId: feed.sourceId, url: loggableUrl(feed.url ?? '') };
  if (outcome.kind === 'failed') {
    const { level, type: errorType, code, statusCode, message } = outcome.error;
    logger[level]({ ...about, errorType, code, statusCode, error: message }, 'feed poll failed');
  } else {
    logger.info({ ...about, outcome: outcome.kind, newPosts }, 'feed polled');
  }
  const { consecutiveFailures } = feed.health;
  for (const verdict of verdicts) {
    if (verdict.kind === 'enable_feed') logger.info(about, 'feed enabled');
    else if (verdict.kind === 'release') logger.info(about, 'source released from quarantine');
    else if (verdict.kind === 'move_feed')
      logger.info({ ...about, movedTo: loggableUrl(verdict.to) }, 'feed moved');
    else logger.warn({ ...about, reason: verdict.reason, consecutiveFailures }, disabling(verdict));
  }
}

type Disabling = Extract<SwitchVerdict, { reason: string }>;

function disabling(verdict: Disabling): string {
  switch (verdict.kind) {
    case 'disable_feed':
      return verdict.renewed ? 'cooldown renewed' : 'feed disabled';
    case 'disable_source':
      return 'source disabled';
    case 'quarantine':
      return 'source quarantined';
  }
}
