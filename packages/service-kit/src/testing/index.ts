export * from './app-parts.js';
export * from './attacks/index.js';
export * from './captured-logs.js';
export * from './eventually.js';
export * from './test-database.js';
export * from './test-route.js';
export * from './test-token.js';
export * from './test-web-server.js';
