import { VERDICTS } from '@feedwarden/contracts';
import type { SwitchVerdict } from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import type { RecordedPoll } from './ports.js';
import { loggableUrl } from './web-url.js';

/** Says what came of a poll. A failure is as loud as its error says; nothing expected is ever an ERROR. */
export function logOutcome(logger: Logger, { feed, outcome, error, verdicts, newPosts }: RecordedPoll): void {
  const about = { sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl) };
  if (error) {
    const { level, type: errorType, code, statusCode, message } = error;
    logger[level]({ ...about, errorType, code, statusCode, error: message }, 'feed poll failed');
  } else {
    logger.info({ ...about, outcome: outcome.kind, newPosts }, 'feed polled');
  }
  const { consecutiveFailures } = feed.health;
  for (const verdict of verdicts) {
    const { level, message } = VERDICTS[verdict.kind].log;
    logger[level]({ ...about, ...detailsOf(verdict, consecutiveFailures) }, message);
  }
}

function detailsOf(verdict: SwitchVerdict, consecutiveFailures: number): object {
  if ('reason' in verdict) return { reason: verdict.reason, consecutiveFailures };
  return 'to' in verdict ? { movedTo: loggableUrl(verdict.to) } : {};
}
