import { createReadingPool } from '../dist/index.js';

// A process with a pool whose readers are all busy without end; it says which they are, and waits to be killed.
const entry = new URL('./hostile-tasks.mjs', import.meta.url);
const pool = createReadingPool({
  entry,
  readers: 2,
  limits: { deadlineMs: 600_000, patienceMs: 600_000 },
  onTrouble: () => process.exit(1),
});
const run = (task, input = {}) => pool.run({ task, input, bytes: Buffer.alloc(0) });
const pids = new Set();
while (pids.size < 2)
  for (const { value } of await Promise.all([1, 2, 3].map(() => run('work', { ms: 50 })))) pids.add(value);
void run('loop').catch(() => {});
void run('loop').catch(() => {});
process.stdout.write(`${JSON.stringify([...pids])}\n`);
setInterval(() => {}, 1000);
