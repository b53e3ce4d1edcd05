export * from './address-guard.js';
export { isAllowListEntry } from './allow-list.js';
export * from './blocked-address-error.js';
export type { GuardedAgents } from './guarded-agents.js';
export type { Resolve } from './guarded-lookup.js';
