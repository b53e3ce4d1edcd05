import { parentPort } from 'node:worker_threads';
import { type ReadabilityJob, readableArticle } from './readability-article.js';

// The code of the thread. It reports when it has loaded, then returns an article or null for each job.
parentPort?.on('message', (job: ReadabilityJob) => parentPort?.postMessage(attempt(job)));
parentPort?.postMessage('ready');

function attempt(job: ReadabilityJob): ReturnType<typeof readableArticle> {
  try {
    return readableArticle(job);
  } catch {
    return null;
  }
}
