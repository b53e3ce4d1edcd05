import { createReadingPool, type ReadingPool } from '@feedwarden/reading-pool';
import type { Logger } from '@feedwarden/service-kit';
import type { ReadingTasks } from './reading-tasks.js';

export interface ReadingSettings {
  /** How many documents are read at once; null: one for each processor. */
  processes: number | null;
  deadlineSeconds: number;
  memoryMb: number;
}

export const DEFAULT_READING: ReadingSettings = { processes: null, deadlineSeconds: 5, memoryMb: 192 };

export interface DocumentPoolOptions extends ReadingSettings {
  /** Another module than the one beside this. */
  entry?: URL | undefined;
  logger: Logger;
}

/** The processes in which documents by strangers are read. They start with the first document. */
export function openDocumentPool(options: DocumentPoolOptions): ReadingPool<ReadingTasks> {
  const { processes, deadlineSeconds, memoryMb, logger } = options;
  return createReadingPool<ReadingTasks>({
    entry: options.entry ?? new URL('./reader-process.js', import.meta.url),
    ...(processes !== null && { readers: processes }),
    limits: { deadlineMs: deadlineSeconds * 1000, heapMb: memoryMb },
    onTrouble: (error) => logger.error({ err: error }, 'documents cannot be read'),
  });
}
