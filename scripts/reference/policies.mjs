import {
  DEFAULT_FAILURE_POLICIES,
  ERROR_TYPES,
  FAILURE_POLICIES,
} from '../../packages/contracts/dist/index.js';
import { page, table } from './markdown.mjs';

/** docs/reference/policies.md, from the tables of policies and error types. */
export function policyReference() {
  const { default: preset, maxBackoffHours, unknownReasonCooldownSeconds } = DEFAULT_FAILURE_POLICIES;
  return page(
    'Failure policies',
    `Every failed poll in a row doubles the interval, up to ${maxBackoffHours} h (\`SOURCE_MAX_BACKOFF_HOURS\`). The policy ` +
      `of the source decides the rest. A source without one follows \`FAILURE_POLICY\` (\`${preset}\`).`,
    table(
      ['policy', 'counts in a row', 'limit', 'at the limit', 'until'],
      Object.entries(FAILURE_POLICIES).map(([name, { counts, does, ends, defaults }]) => [
        `\`${name}\``,
        counts,
        defaults.maxFailures ?? 'see below',
        does,
        ends,
      ]),
    ),
    '## Error types, and what `typed` does about them',
    table(
      ['error type', 'from', 'disabled after', 'cooldown'],
      Object.entries(ERROR_TYPES).map(([type, { from, disableAfter, cooldownHours }]) => [
        `\`${type}\``,
        from,
        disableAfter ?? 'never',
        disableAfter === null ? '–' : `${cooldownHours} h`,
      ]),
    ),
    `A feed that is disabled for another reason cools down for ${unknownReasonCooldownSeconds / 3600} h; one that is ` +
      'disabled by hand (`manual`) stays disabled until it is enabled.',
    'To choose a policy or to change the numbers, see [the guide](../how-to/choose-a-failure-policy.md); ' +
      '`feedwarden policies` shows what is in force.',
  );
}
