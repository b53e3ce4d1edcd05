import { type Evidence, type PollDecision, VERDICTS } from '@feedwarden/contracts';
import type { PollError, PollHealth, SwitchVerdict } from '@feedwarden/feed-health';
import type { SwitchCommand } from './ports.js';
import { loggableUrl } from './web-url.js';

/** The command that carries out a verdict, with the evidence for it. */
export function commandOf(
  verdict: SwitchVerdict,
  health: PollHealth,
  error: PollError | null,
): SwitchCommand {
  if (!('to' in verdict)) return { ...verdict, evidence: evidenceOf(health, error) };
  const { from, to } = verdict;
  return { ...verdict, evidence: { movedFrom: loggableUrl(from), movedTo: loggableUrl(to) } };
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

/** The decision in one word, for the history. */
export function decisionOf([first]: SwitchVerdict[]): PollDecision {
  return first ? VERDICTS[first.kind].action : 'none';
}
