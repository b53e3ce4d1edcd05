import { type CallApi, type CallOptions, linesOf } from '@feedwarden/client/browser';
import type { Discovery, DiscoveryLine, DiscoveryStep } from '@feedwarden/contracts';
import { askCrawler } from '../api/connection.js';

interface Options extends CallOptions {
  /** Gets all steps so far, at each of them: one for each address that was asked, the first one first. */
  onSteps: (steps: DiscoveryStep[]) => void;
}

/** Looks at an address, and tells each request as it is made and answered. The result is the last line. */
export function discoverAloud(
  crawlerCalls: CallApi,
  url: string,
  { onSteps, ...options }: Options,
): Promise<Discovery> {
  return askCrawler(() =>
    crawlerCalls.read(
      {
        method: 'post',
        path: '/api/v1/discover',
        headers: { accept: 'application/x-ndjson' },
        body: { url },
        needsToken: true,
        isRepeatable: true,
        timeoutMs: 90_000,
      },
      (response) => readDiscovery(response, onSteps),
      options,
    ),
  );
}

async function readDiscovery(response: Response, onSteps: Options['onSteps']): Promise<Discovery> {
  // A call that is made again begins anew.
  const steps = new Map<string, DiscoveryStep>();
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as DiscoveryLine;
    if (line.kind === 'result') return line.discovery;
    steps.set(line.url, line);
    onSteps([...steps.values()]);
  }
  throw new Error('the crawler ended its answer before the result: look again');
}
