import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Measurement, measureRun } from '../measure/measure-run.js';
import { freshDatabase } from './database.js';
import type { Mode, OpenSubject, RunContext, Subject } from './subject.js';

/** What no poller can go below on this machine, one part at a time. */
export const FLOORS: readonly Subject[] = [
  floor('fetch only', ['cold', 'unchanged']),
  floor('scan only', ['cold']),
  floor('insert only', ['cold']),
];

export type FloorName = 'fetch only' | 'scan only' | 'insert only';

function floor(name: FloorName, modes: Mode[]): Subject {
  return { name, modes, open: (context) => openFloor(name, context) };
}

async function openFloor(name: FloorName, context: RunContext): Promise<OpenSubject> {
  const databaseUrl = await freshDatabase(context, 'bench_floor');
  const child = fork(new URL('./floor-process.js', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ...(context.certificate && { NODE_EXTRA_CA_CERTS: context.certificate }),
    },
  });
  await once(child, 'message');
  const processes = { floor: child.pid ?? 0, PostgreSQL: context.postgresPid };
  const ask = async (message: object) => {
    const answered = once(child, 'message');
    child.send(message);
    await answered;
  };
  // What is scanned or inserted is fetched beforehand, and does not count.
  await ask({ prepare: name, urls: context.urls });
  return {
    measure: (): Promise<Measurement> =>
      measureRun(context.urls.length, processes, async () => {
        await ask({ run: name, urls: context.urls });
        return {};
      }),
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
