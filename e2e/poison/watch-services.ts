import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
export async function watchServices<Name extends string>(
  open: Pick<ReturnType<typeof openResources>, 'closeLater'>,
  services: Record<Name, Pick<RunningService, 'pid' | 'url'>>,
) {
  const bare = run('bare-server.mjs', []);
  open.closeLater(async () => void bare.stdin.end());
  const [port] = await once(bare.stdout, 'data');
  const watched = {
    ...services,
    'a bare server': { pid: bare.pid, url: `http://127.0.0.1:${String(port).trim()}` },
  };
  const all = Object.values<Pick<RunningService, 'url'> & { pid?: number | undefined }>(watched);
  const watching = run(
    'watching-process.mjs',
    all.map(({ pid, url }) => `${pid}=${url}`),
  );
  open.closeLater(async () => void watching.stdin.end());
  const printed = text(watching.stdout);
  return {
    /** What was seen of each, and of a server that does nothing else, which shows how busy the machine is. */
    async end(): Promise<Record<Name | 'a bare server', Watched>> {
      watching.stdin.end();
      const seen = JSON.parse(await printed) as Watched[];
      return Object.fromEntries(Object.keys(watched).map((name, index) => [name, seen[index]])) as Record<
        Name | 'a bare server',
        Watched
      >;
    },
  };
}

function run(script: string, args: string[]) {
  const path = new URL(`./${script}`, import.meta.url).pathname;
  return spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

export function inWords(service: string, seen: Watched): string {
  const times = [seen.medianMs, seen.p99Ms, seen.slowestMs].map((ms) => ms.toFixed(1)).join(' / ');
  const [own, reader, all] = [seen.ownPeakMb, seen.readerPeakMb, seen.peakMb].map((mb) => mb.toFixed(0));
  return (
    `${service}: ${seen.requests} × /healthz, ${seen.failures} failed, median / p99 / slowest ${times} ms; ` +
    `at most ${own} MB itself, ${reader} MB a reader, ${all} MB together`
  );
}
