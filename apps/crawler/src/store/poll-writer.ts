import { inBatches } from '@feedwarden/pacing';
import { isDatabaseOutage, type Logger } from '@feedwarden/service-kit';
import type { PollRecord, SavePoll, SaveResult } from '../poll/ports.js';
import type { WritePolls } from './poll-store.js';

const BATCH_SIZE = 100;

/**
 * Writes the records of many polls in one transaction. A poll is over only when its batch is committed, so nothing is
 * lost and nothing waits longer than one write.
 */
export function createPollWriter(write: WritePolls, logger: Logger): SavePoll {
  const save = inBatches(BATCH_SIZE, writeSeparable);
  return async (record) => {
    const settled = await save(record);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };

  async function writeSeparable(batch: PollRecord[]): Promise<PromiseSettledResult<SaveResult>[]> {
    try {
      return (await write(batch)).map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if (batch.length === 1 || isDatabaseOutage(error))
        return batch.map(() => ({ status: 'rejected', reason: error }));
      // One record that cannot be written must not take the others of its batch down.
      logger.warn(
        { err: error, records: batch.length },
        'cannot write a batch of polls: writing them one by one',
      );
      const results = [];
      for (const record of batch) results.push(...(await writeSeparable([record])));
      return results;
    }
  }
}
