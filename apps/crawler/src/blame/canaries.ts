import type { Socket } from 'node:net';
import type { GuardedAgents } from '@feedwarden/guarded-fetch';
import { inTimeOr } from '@feedwarden/pacing';
import type { ReachHost } from './ports.js';

const SECONDS = 5;
const DEFAULT_PORT = 443;

interface Connecting {
  createConnection(options: { host: string; port: number }, connected: (error: Error | null) => void): Socket;
}

/**
 * Resolves the name and opens a connection, without a request: nobody is polled by this. It goes through the address
 * guard like any other connection of the crawler.
 */
export function createReachHost({ http }: Pick<GuardedAgents, 'http'>, seconds = SECONDS): ReachHost {
  const agent = http as unknown as Connecting;
  return async (place) => {
    const { host, port } = parsePlace(place);
    let socket: Socket | undefined;
    const connected = new Promise<boolean>((resolve) => {
      try {
        const opening = agent.createConnection({ host, port }, () => {});
        opening.once('connect', () => resolve(true));
        opening.once('error', () => resolve(false));
        socket = opening;
      } catch {
        resolve(false);
      }
    });
    try {
      return await inTimeOr(connected, seconds, false);
    } finally {
      socket?.destroy();
    }
  };
}

/** `name`, `name:port` or `[address]:port`. */
function parsePlace(place: string): { host: string; port: number } {
  const [, host = place, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(place) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port ? Number(port) : DEFAULT_PORT };
}
