import type { World } from '../world/world.js';
import { BEGIN } from '../world/world.js';
import { createBlame } from './blame.js';
import { type Book, createBook } from './book.js';
import { type CrawledHost, claimableAt, dueAt, hostsOf } from './host.js';
import type { OpenIncident } from './incident-list.js';
import { runUntil } from './virtual-time.js';

export interface Crawl {
  book: Book;
  incidents: OpenIncident[];
}

/** Polls a world with every failure counted against its feed. */
export async function crawlWithoutBlame(world: World, end: number): Promise<Crawl> {
  const book = createBook(world, BEGIN);
  const turn = (host: CrawledHost, at: number) => {
    let now = at;
    for (const known of dueAt(host, at)) {
      const answer = book.poll(known, now);
      now = answer.at;
      if (answer.error) book.recordFailure(known, answer.error, now);
      else book.recordSuccess(known, now);
    }
    host.busyUntil = now;
  };
  const actors = hostsOf(world, book).map((host) => ({
    nextAt: () => claimableAt(host),
    act: (at: number) => turn(host, at),
  }));
  await runUntil(end, actors);
  return { book, incidents: [] };
}

/** Polls a world and asks whose fault a failure is. */
export async function crawlWithBlame(world: World, end: number): Promise<Crawl> {
  const book = createBook(world, BEGIN);
  const hosts = hostsOf(world, book);
  const { turn, incidents } = createBlame(world, book, hosts);
  const ageing = { at: BEGIN };
  const clock = {
    nextAt: () => ageing.at,
    act(at: number) {
      incidents.age(at);
      ageing.at = at + 60_000;
    },
  };
  const actors = hosts.map((host) => ({
    nextAt: () => claimableAt(host),
    act: (at: number) => turn(host, at),
  }));
  await runUntil(end, [clock, ...actors]);
  return { book, incidents: incidents.all };
}
