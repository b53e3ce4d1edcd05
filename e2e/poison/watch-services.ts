import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { openResources } from '../support/open-resources.js';
import type { RunningService } from '../support/running-service.js';

/** What a service was like while it was watched. */
export interface Watched {
  /** `GET /healthz`, one after another. */
  requests: number;
  failures: number;
  medianMs: number;
  p99Ms: number;
  slowestMs: number;
  /** Of its main process, of any process that it has started, and of all of them together. */
  ownPeakMb: number;
  readerPeakMb: number;
  peakMb: number;
}

/** Asks `/healthz` without a pause, and looks at the memory where there is /proc, until it is told to end. */
export function watchServices(
  open: Pick<ReturnType<typeof openResources>, 'closeLater'>,
  services: RunningService[],
): { end: () => Promise<Watched[]> } {
  const script = new URL('./watching-process.mjs', import.meta.url).pathname;
  const watching = spawn(process.execPath, [script, ...services.map(({ pid, url }) => `${pid}=${url}`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const printed = text(watching.stdout);
  const stop = () => void watching.stdin.end();
  open.closeLater(async () => stop());
  return {
    async end() {
      stop();
      return JSON.parse(await printed) as Watched[];
    },
  };
}

export function inWords(service: string, seen: Watched): string {
  const times = [seen.medianMs, seen.p99Ms, seen.slowestMs].map((ms) => ms.toFixed(1)).join(' / ');
  const [own, reader, all] = [seen.ownPeakMb, seen.readerPeakMb, seen.peakMb].map((mb) => mb.toFixed(0));
  return (
    `${service}: ${seen.requests} × /healthz, ${seen.failures} failed, median / p99 / slowest ${times} ms; ` +
    `at most ${own} MB itself, ${reader} MB a reader, ${all} MB together`
  );
}
