export * from './decode-text.js';
