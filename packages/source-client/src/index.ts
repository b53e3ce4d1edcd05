export * from './source-api-error.js';
export * from './source-client.js';
