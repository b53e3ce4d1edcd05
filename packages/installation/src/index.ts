export * from './installation-token.js';
export * from './secrets.js';
export * from './settings.js';
export * from './write-file-atomically.js';
