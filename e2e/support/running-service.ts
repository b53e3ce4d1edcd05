import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually, type LogLine } from '@feedwarden/test-kit';

export interface RunningService {
  url: string;
  pid: number;
  /** Everything it has logged so far. */
  lines: LogLine[];
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: it stops, with everything it has open, and goes on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  hasEnded(): boolean;
}

/** Starts a service as it runs in production: in its own process, from the build. */
export async function startService(
  name: 'source-manager' | 'crawler',
  port: number,
  env: Record<string, string>,
  checkReady: (lines: LogLine[]) => void = () => {},
): Promise<RunningService> {
  const portVariable = name === 'crawler' ? 'CRAWLER_PORT' : 'SOURCE_MANAGER_PORT';
  const main = new URL(`../../apps/${name}/dist/main.js`, import.meta.url).pathname;
  const withParent = new URL('./end-with-parent.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', withParent, main], {
    env: { PATH: process.env.PATH, ...env, [portVariable]: String(port) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines = collectLines(child);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended early: ${JSON.stringify(lines)}`);
      if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error(`${name} is not ready`);
      checkReady(lines);
    });
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

function collectLines(child: ChildProcess): LogLine[] {
  const lines: LogLine[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.filter(Boolean).map(parseLine));
    });
  }
  return lines;
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 0, msg: line };
  }
}
