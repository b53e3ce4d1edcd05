import type { Logger } from '@feedwarden/service-kit';
import type { PollRecord, SavePoll, SaveResult } from '../poll/ports.js';
import type { WritePolls } from './poll-store.js';

interface Waiting {
  record: PollRecord;
  resolve: (result: SaveResult) => void;
  reject: (error: unknown) => void;
}

const BATCH_SIZE = 100;

/**
 * Writes the records of many polls in one transaction: while one batch is being written the next one gathers.
 * A poll is over only when its batch is committed, so nothing is lost and nothing waits longer than one write.
 */
export function createPollWriter(write: WritePolls, logger: Logger): SavePoll {
  const waiting: Waiting[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await writeBatch(waiting.splice(0, BATCH_SIZE));
    writing = false;
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ record }) => record));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result) resolve(result);
        else reject(new Error('a record was written without a result'));
      }
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // One record that cannot be written must not take the others of its batch down.
      logger.warn(
        { err: error, records: batch.length },
        'cannot write a batch of polls: writing them one by one',
      );
      for (const one of batch) await writeBatch([one]);
    }
  }

  return (record) =>
    new Promise((resolve, reject) => {
      waiting.push({ record, resolve, reject });
      if (!writing) void drain();
    });
}
