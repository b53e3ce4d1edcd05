export * from './attack.js';
export * from './database-fingerprint.js';
export * from './faults-of.js';
export * from './malformed-bytes.js';
export * from './malformed-requests.js';
export * from './send-request.js';
export * from './token-attacks.js';
export * from './undocumented-refusals.js';
