import { Worker } from 'node:worker_threads';
import type { ReadabilityJob, ReadableArticle } from './readability-article.js';

export interface ReadabilityThreadOptions {
  /** The code of the thread, for tests. */
  workerFile?: URL;
  /** For one page, from the moment the thread starts on it. */
  timeoutMs?: number;
  /** Of pages that wait for their turn. */
  maxWaiting?: number;
}

export interface ReadabilityThread {
  /** null when no article was found, for whatever reason. Throws only when the thread cannot start. */
  read(job: ReadabilityJob): Promise<ReadableArticle | null>;
  close(): Promise<void>;
}

const MEMORY_MB = 256;

/**
 * One thread that reads pages one after another. It starts with the first page; a page that takes too long, or too much
 * memory, ends the thread, and the next page gets a new one.
 */
export function createReadabilityThread(options: ReadabilityThreadOptions = {}): ReadabilityThread {
  const workerFile = options.workerFile ?? new URL('./readability-worker.js', import.meta.url);
  const { timeoutMs = 10_000, maxWaiting = 256 } = options;
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;

  async function readNow(job: ReadabilityJob): Promise<ReadableArticle | null> {
    if (closed) return null;
    const current = worker ?? (await startAnew());
    if (closed) return null;
    current.postMessage(job);
    try {
      return (await answerOf(current, timeoutMs)) as ReadableArticle | null;
    } catch {
      worker = null;
      await current.terminate();
      return null;
    }
  }

  async function startAnew(): Promise<Worker> {
    const started = await start(workerFile);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    return started;
  }

  return {
    read(job) {
      if (waiting >= maxWaiting) return Promise.resolve(null);
      waiting += 1;
      const reading = last.then(() => readNow(job)).finally(() => (waiting -= 1));
      last = reading.catch(() => {});
      return reading;
    },
    async close() {
      closed = true;
      await worker?.terminate();
      await last;
      // It may have started meanwhile.
      await worker?.terminate();
    },
  };
}

async function start(file: URL): Promise<Worker> {
  // It reads untrusted pages, so it gets no environment and a memory limit of its own.
  const worker = new Worker(file, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  // A thread that fails while idle must not end the process.
  worker.on('error', () => {});
  await answerOf(worker, null);
  return worker;
}

/** The next message; rejects when the thread ends first, or the time is over. */
function answerOf(worker: Worker, timeoutMs: number | null): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = timeoutMs === null ? null : setTimeout(() => done(new Error('timeout')), timeoutMs);
    const onMessage = (message: unknown) => done(null, message);
    const onError = (error: Error) => done(error);
    const onExit = () => done(new Error('the thread ended'));
    const done = (error: Error | null, message?: unknown) => {
      if (timer) clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (error) reject(error);
      else resolve(message);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
