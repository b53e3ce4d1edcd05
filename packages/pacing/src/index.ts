export * from './backoff.js';
export * from './batches.js';
export * from './brake.js';
export * from './byte-budget.js';
export * from './deadline.js';
export * from './duration.js';
export * from './patient-slots.js';
export * from './slots.js';
