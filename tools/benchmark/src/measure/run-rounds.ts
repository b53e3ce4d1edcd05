import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@feedwarden/standalone/embedded-postgres';
import { type FarmOrder, type FeedFarm, startFeedFarm } from '../farm/feed-farm.js';
import { certificatePath } from '../farm/make-certificate.js';
import { countStatements } from '../subjects/database.js';
import type { Mode, RunContext, Subject } from '../subjects/subject.js';
import type { Measurement } from './measure-run.js';

export interface BenchmarkOptions {
  feeds: number;
  hosts: number;
  entries: number;
  bytes: number;
  rounds: number;
  modes: readonly Mode[];
  tls: boolean;
}

/** One measurement of one round. */
export interface Sample {
  round: number;
  subject: string;
  mode: Mode;
  measurement: Measurement;
}

const ORDERS: Record<Mode, FarmOrder> = {
  cold: { revision: 0, validators: true, failing: false },
  unchanged: { revision: 0, validators: true, failing: false },
  'same body': { revision: 0, validators: false, failing: false },
  changed: { revision: 1, validators: true, failing: false },
  failing: { revision: 1, validators: true, failing: true },
};

const HOUR_MS = 3_600_000;

/** Every subject in every round, one after another, so that a busy minute of the machine hits all of them alike. */
export async function runRounds(
  options: BenchmarkOptions,
  subjects: readonly Subject[],
  tell: (text: string) => void,
): Promise<Sample[]> {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-bench-'));
  const postgres = await startCountingPostgres(join(folder, 'postgres'));
  // Entries are dated after the sources are made: a first poll skips what is older.
  const epoch = Date.now() + HOUR_MS;
  const farm = await startFeedFarm({ ...options, epoch, tls: options.tls ? folder : null });
  const context: RunContext = {
    urls: farm.urls,
    databaseUrl: (name) => postgres.url(name),
    postgresPid: postgres.pid,
    certificate: options.tls ? certificatePath(folder) : null,
  };
  const samples: Sample[] = [];
  try {
    for (let round = 1; round <= options.rounds; round += 1)
      for (const subject of subjects)
        for await (const sample of measureSubject(subject, options.modes, context, farm)) {
          samples.push({ round, ...sample });
          const { seconds, feedsPerSecond } = sample.measurement;
          tell(
            `${round}/${options.rounds} ${subject.name}, ${sample.mode}: ${seconds.toFixed(1)} s, ${feedsPerSecond.toFixed(0)} feeds/s`,
          );
        }
  } finally {
    farm.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return samples;
}

async function* measureSubject(
  subject: Subject,
  modes: readonly Mode[],
  context: RunContext,
  farm: FeedFarm,
) {
  await farm.serve(ORDERS.cold);
  const open = await subject.open(context);
  try {
    for (const mode of modes.filter((mode) => subject.modes.includes(mode))) {
      await farm.serve(ORDERS[mode]);
      yield { subject: subject.name, mode, measurement: await open.measure(mode) };
    }
  } finally {
    await open.close();
  }
}

/** PostgreSQL counts statements only if it is started that way. */
async function startCountingPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const options = { dataDir, durable: true, password: randomBytes(12).toString('hex') };
  const first = await startEmbeddedPostgres(options);
  await countStatements(first.url('postgres'));
  await first.stop();
  return startEmbeddedPostgres(options);
}
