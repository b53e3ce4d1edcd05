import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FeedShape } from './feed-text.js';

export interface FarmSettings extends FeedShape {
  feeds: number;
  /** How many addresses of this machine they are spread over. */
  hosts: number;
  /** A folder for the certificate: serve https. null: http. */
  tls: string | null;
}

/** What the farm serves from now on. */
export interface FarmOrder {
  /** Each one has three new entries in every feed. */
  revision: number;
  /** With ETags, and 304 for those who send them back. */
  validators: boolean;
  /** Every third feed fails. */
  failing: boolean;
}

export interface FeedFarm {
  urls: string[];
  serve(order: FarmOrder): Promise<void>;
  stop(): void;
}

/** Feeds on addresses of 127/8, each of which is a host of its own to a crawler. Runs as a process of its own. */
export async function startFeedFarm(settings: FarmSettings): Promise<FeedFarm> {
  const child = fork(new URL('./farm-server.js', import.meta.url), [JSON.stringify(settings)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const addresses = addressesOf(settings);
  const scheme = settings.tls ? 'https' : 'http';
  return {
    urls: Array.from(
      { length: settings.feeds },
      (_, feed) => `${scheme}://${addresses[feed % addresses.length]}:${port}/feeds/${feed}`,
    ),
    async serve(order) {
      const ready = once(child, 'message');
      child.send({ order });
      await ready;
    },
    stop: () => void child.kill(),
  };
}

export function addressesOf({ hosts }: FarmSettings): string[] {
  return Array.from(
    { length: hosts },
    (_, host) => `127.${1 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`,
  );
}
