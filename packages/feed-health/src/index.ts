export * from './classify-failure.js';
export * from './decide-switch.js';
export * from './failure-policy.js';
export * from './feed-move.js';
export * from './freshness.js';
export * from './next-poll.js';
export * from './poll-health.js';
export * from './source-status.js';
