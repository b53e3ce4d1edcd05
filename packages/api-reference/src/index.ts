export * from './reference-page.js';
export { REFERENCE_STYLE } from './style.js';
