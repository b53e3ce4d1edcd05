import type { PollDecision } from '@feedwarden/contracts';

const WORDS: Record<PollDecision, string> = {
  none: '',
  feed_disabled: 'taken out of polling',
  cooldown_renewed: 'cooldown renewed',
  feed_enabled: 'brought back',
  source_disabled: 'disabled',
  quarantined: 'quarantined',
  released: 'released',
  moved: 'moved',
};

/** What a poll made the crawler do. */
export const decisionWords = (decision: PollDecision): string => WORDS[decision];
