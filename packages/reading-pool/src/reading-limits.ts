/** What one document may cost, and how long a process that reads documents is kept. */
export interface ReadingLimits {
  /** Time of a processor for one document; on the wall it is four times that at most. */
  deadlineMs: number;
  /** From then on a document is slow: it is read apart, so that it does not hold up the others. */
  patienceMs: number;
  /** For what JavaScript allocates. */
  heapMb: number;
  /** What is read, as JSON. */
  maxResultBytes: number;
  /** A process that has grown beyond this, or has read so many documents, is replaced. */
  maxIdleMb: number;
  maxJobs: number;
  /** Documents that nobody has begun to read; more are refused. */
  maxWaiting: number;
}

export const DEFAULT_READING_LIMITS: ReadingLimits = {
  deadlineMs: 5000,
  patienceMs: 1000,
  heapMb: 192,
  maxResultBytes: 32 * 1024 * 1024,
  maxIdleMb: 160,
  maxJobs: 20_000,
  maxWaiting: 10_000,
};
