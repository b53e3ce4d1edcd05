/** It took longer than its caller could wait. Whether it is done in the end, nobody knows. */
export class TookTooLongError extends Error {
  constructor(ms: number) {
    super(`no result within ${ms / 1000}s`);
    this.name = 'TookTooLongError';
  }
}

/** The result of some work, or an error when it takes too long; the work itself is left to end as it will. */
export async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLongError(ms)), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
