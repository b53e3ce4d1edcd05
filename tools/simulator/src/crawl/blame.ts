import type { Blame } from '@feedwarden/contracts';
import {
  afterProbe,
  type FailedPoll,
  type Inquiry,
  isChronic,
  isTransport,
  judgeFailure,
  type PollError,
  pauseUntil,
  spacingAt,
  turnsSwitch,
} from '@feedwarden/feed-health';
import type { World } from '../world/world.js';
import type { Book, CrawledFeed } from './book.js';
import { type CrawledHost, dueAt, siblingOf } from './host.js';
import { createIncidentList, type OpenIncident } from './incident-list.js';
import { createSenses } from './senses.js';

interface Answer {
  error: PollError | null;
  at: number;
}

/** Takes the turns of hosts as the crawler does, with the crawler's judge. */
export function createBlame(world: World, book: Book, hosts: CrawledHost[]) {
  const incidents = createIncidentList(hosts, book);
  const senses = createSenses(world, book, incidents);

  function see(known: CrawledFeed, at: number): Answer {
    const before = isChronic(siblingOf(known), new Date(at));
    const answer = book.poll(known, at);
    senses.note(known.feed, answer, before);
    return answer;
  }

  async function turn(host: CrawledHost, at: number): Promise<void> {
    host.busyUntil = at + 1;
    if (senses.isOffline(at)) {
      host.heldUntil = senses.backAt();
      return;
    }
    const holding = incidents.holding(host);
    if (holding) return probeOrHold(holding, host, at);
    let now = at;
    for (const known of dueAt(host, at)) {
      const route = incidents.ofRoute(known);
      if (route) {
        if (route.incident.nextProbeAt.getTime() <= now) now = probe(route, now);
        else postpone(known, route.incident.nextProbeAt);
        continue;
      }
      const polled = await pollOne(host, known, now);
      now = polled.at;
      const pause = pauseUntil(host.pace, new Date(now));
      if (pause) host.heldUntil = Math.max(host.heldUntil, pause.getTime());
      else now += spacingAt(host.pace, new Date(now));
      if (polled.endsTurn || pause) break;
    }
    host.busyUntil = Math.max(now, at + 1);
  }

  /** One feed, and its witnesses. */
  async function pollOne(host: CrawledHost, known: CrawledFeed, at: number) {
    const { error, at: end } = see(known, at);
    if (!error) {
      book.recordSuccess(known, end);
      return { at: end, endsTurn: false };
    }
    const failed: FailedPoll = {
      feed: siblingOf(known),
      error,
      at: new Date(end),
      isDecisive: turnsSwitch(book.verdictsOf(known, error, end)),
    };
    const asked: { known: CrawledFeed; error: PollError; at: number }[] = [];
    let now = end;
    const inquiry: Inquiry = {
      blamesUs: async () => senses.blamesUs(now),
      siblings: async () => host.feeds.map(siblingOf),
      failingSite: () => senses.failingSite(host.host),
      denyingEdge: () => senses.denyingEdge(host.host),
      async witness(sourceId) {
        const witness = host.feeds.find(({ feed }) => feed.id === sourceId);
        if (!witness) throw new Error(`${sourceId} is not a feed of ${host.host.name}`);
        const answer = see(witness, now + spacingAt(host.pace, new Date(now)));
        now = answer.at;
        if (answer.error) asked.push({ known: witness, error: answer.error, at: now });
        else book.recordSuccess(witness, now);
        return { error: answer.error, at: new Date(now) };
      },
    };
    const { judgement, askedAt } = await judgeFailure(
      failed,
      { ...host.host, ...host, host: host.host.name },
      inquiry,
    );
    host.lastRoundAt = askedAt ?? host.lastRoundAt;
    if (judgement.blame === 'feed') {
      book.recordFailure(known, error, end, judgement.isWithheld);
      for (const one of asked) book.recordFailure(one.known, one.error, one.at, true);
      return { at: now, endsTurn: false };
    }
    const retryAt = judgement.blame === 'self' ? senses.retryAt(now) : null;
    for (const one of [{ known, error, at: end }, ...asked])
      book.recordFrozen(one.known, one.error, one.at, judgement.blame, retryAt);
    if ('opens' in judgement) {
      const one = incidents.openOrJoin(judgement.opens, host, now);
      if (judgement.blame !== 'route') hold(one);
    }
    if ('limit' in judgement) {
      host.pace = judgement.limit;
      host.heldUntil = now + host.pace.restMs;
    }
    return {
      at: now,
      endsTurn: judgement.blame !== 'route' && (judgement.blame !== 'self' || senses.isOffline(now)),
    };
  }

  function probeOrHold(one: OpenIncident, host: CrawledHost, at: number): void {
    if (one.incident.nextProbeAt.getTime() > at) host.heldUntil = one.incident.nextProbeAt.getTime();
    else host.busyUntil = Math.max(probe(one, at), at + 1);
  }

  /** One feed is polled for all, and others at once if it answers well. */
  function probe(one: OpenIncident, at: number): number {
    const candidates = candidatesOf(one);
    let now = at;
    for (const known of candidates) {
      const { error, at: end } = see(known, now);
      now = end;
      if (error && isTransport(error) && senses.blamesUs(now)) {
        book.recordFrozen(known, error, now, 'self', senses.retryAt(now));
        return now;
      }
      if (error) book.recordFrozen(known, error, now, one.incident.scope satisfies Blame, null);
      else book.recordSuccess(known, now);
      const feeds = incidents.membersOf(one).length;
      const answer = { good: !error, feeds, askable: candidates.length, retryAfterAt: null };
      incidents.apply(one, afterProbe(one.incident, answer, new Date(now)), now);
      if (one.incident.state === 'closed') {
        senses.forget(one.incident);
        return now;
      }
      if (one.incident.nextProbeAt.getTime() > now) break;
    }
    hold(one);
    return now;
  }

  /** Who was not polled for longest; of a site or an edge, one feed of each host. */
  function candidatesOf(one: OpenIncident): CrawledFeed[] {
    const { scope } = one.incident;
    const members = incidents.membersOf(one).filter(({ switches }) => switches.feedSwitch === null);
    const firsts = [...new Map(members.map((known) => [known.feed.host.name, known])).values()];
    return (scope === 'site' || scope === 'edge' ? firsts : members).sort(
      (a, b) => (a.health.lastPolledAt?.getTime() ?? 0) - (b.health.lastPolledAt?.getTime() ?? 0),
    );
  }

  function hold(one: OpenIncident): void {
    const { nextProbeAt, scope } = one.incident;
    if (scope === 'route') for (const known of incidents.membersOf(one)) postpone(known, nextProbeAt);
    else for (const host of one.hosts) host.heldUntil = nextProbeAt.getTime();
  }

  function postpone(known: CrawledFeed, until: Date): void {
    known.dueAt = Math.max(known.dueAt, until.getTime());
  }

  return { turn, incidents };
}
