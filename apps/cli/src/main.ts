#!/usr/bin/env node
import { loadEnvFileIfPresent } from '@feedwarden/installation';
import { run } from './run.js';

const cancelled = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => cancelled.abort(new Error('cancelled')));
// `feedwarden sources list | head` closes the pipe; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

loadEnvFileIfPresent(process.cwd());
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  streams: process,
  signal: cancelled.signal,
});
