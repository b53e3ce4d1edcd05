import { spawn } from 'node:child_process';
import { encodeRequest } from '../dist/protocol.js';

// A reader as it is started where nothing ends it with its parent: it is told to look after its parent itself.
const args = [new URL('./hostile-tasks.mjs', import.meta.url).pathname, `--watch-parent=${process.pid}`];
const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] });
child.stdio[4].once('data', () => {
  child.stdio[3].write(encodeRequest({ task: 'loop', input: {}, maxResultBytes: 1000 }, 0));
  setTimeout(() => process.stdout.write(`${JSON.stringify([child.pid])}\n`), 500);
});
