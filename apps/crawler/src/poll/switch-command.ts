import type { Evidence, PollDecision } from '@feedwarden/contracts';
import type { PollError, PollHealth, SwitchVerdict } from '@feedwarden/feed-health';
import { loggableUrl } from './loggable-url.js';
import type { SwitchCommand } from './ports.js';

/** What source-manager is told of a verdict, with the poll it rests on. */
export function commandOf(
  verdict: SwitchVerdict,
  health: PollHealth,
  error: PollError | null,
): SwitchCommand {
  const evidence = evidenceOf(health, error);
  switch (verdict.kind) {
    case 'enable_feed':
    case 'release':
      return { kind: verdict.kind, evidence };
    case 'disable_feed':
    case 'disable_source':
    case 'quarantine':
      return { kind: verdict.kind, reason: verdict.reason, evidence };
    case 'move_feed': {
      const { from, to } = verdict;
      return { ...verdict, evidence: { movedFrom: loggableUrl(from), movedTo: loggableUrl(to) } };
    }
  }
}

function evidenceOf(health: PollHealth, error: PollError | null): Evidence {
  const { consecutiveFailures, typeStreak, permanentStreak } = health;
  if (!error) return { consecutiveFailures };
  const { type: errorType, code, statusCode, message } = error;
  return {
    consecutiveFailures,
    typeStreak,
    permanentStreak,
    errorType,
    code,
    statusCode,
    error: message.slice(0, 2000),
  };
}

/** What was decided, in one word for the history. */
export function decisionOf([first]: SwitchVerdict[]): PollDecision {
  switch (first?.kind) {
    case undefined:
      return 'none';
    case 'disable_feed':
      return first.renewed ? 'cooldown_renewed' : 'feed_disabled';
    case 'enable_feed':
      return 'feed_enabled';
    case 'disable_source':
      return 'source_disabled';
    case 'quarantine':
      return 'quarantined';
    case 'release':
      return 'released';
    case 'move_feed':
      return 'moved';
  }
}
