import { parentPort } from 'node:worker_threads';
import { type ReadabilityJob, readableArticle } from './readability-article.js';

// The thread that does the work. It says when it has loaded, then answers each job with an article or null.
parentPort?.on('message', (job: ReadabilityJob) => parentPort?.postMessage(attempt(job)));
parentPort?.postMessage('ready');

function attempt(job: ReadabilityJob): ReturnType<typeof readableArticle> {
  try {
    return readableArticle(job);
  } catch {
    return null;
  }
}
