export * from './reading-pool.js';
export * from './task.js';
