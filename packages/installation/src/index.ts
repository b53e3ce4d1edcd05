export * from './installation-token.js';
export * from './login-link.js';
export * from './secrets.js';
export * from './settings.js';
export * from './write-file-atomically.js';
