import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Measurement, measureRun } from '../measure/measure-run.js';
import { freshDatabase } from './database.js';
import type { OpenSubject, RunContext, Subject } from './subject.js';

/** The loop that somebody writes in an afternoon: rss-parser, and one INSERT per entry. */
export const naiveLoop: Subject = {
  name: 'naive loop',
  modes: ['cold', 'unchanged', 'changed', 'failing'],
  open: openNaiveLoop,
};

async function openNaiveLoop(context: RunContext): Promise<OpenSubject> {
  const databaseUrl = await freshDatabase(context, 'bench_naive');
  const child = fork(new URL('./naive-loop-process.js', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ...(context.certificate && { NODE_EXTRA_CA_CERTS: context.certificate }),
    },
  });
  await once(child, 'message');
  const processes = { loop: child.pid ?? 0, PostgreSQL: context.postgresPid };
  return {
    measure: (): Promise<Measurement> =>
      measureRun(context.urls.length, processes, async () => {
        const done = once(child, 'message');
        child.send({ urls: context.urls });
        const [{ failed }] = (await done) as [{ failed: number }];
        return { failed };
      }),
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
