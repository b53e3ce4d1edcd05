export * from './sample-source.js';
