import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;

// A thread of a reader, which has nothing else to do than to end the process once its parent is gone.
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
