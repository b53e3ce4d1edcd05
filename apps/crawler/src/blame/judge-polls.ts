import type { FailurePolicySet } from '@feedwarden/contracts';
import {
  type FailedPoll,
  familyOf,
  type Inquiry,
  isTransport,
  type Judgement,
  judgeFailure,
  type PollError,
  pauseUntil,
  turnsSwitch,
} from '@feedwarden/feed-health';
import { advanceFeed } from '../poll/advance-feed.js';
import type { Feed } from '../poll/feed.js';
import type { PollOutcome } from '../poll/outcome.js';
import type { AttemptSource } from '../poll/poll-source.js';
import type { FeedReader, HostLease, RecordedPoll, RecordOutcome, Ruling } from '../poll/ports.js';
import type { IncidentBook } from './incident-book.js';
import { siteOf } from './places.js';
import type { HostMemory, KnownIncident } from './ports.js';
import type { Senses } from './senses.js';
import { edgeOfOutcome, siblingOf } from './sibling.js';

export interface JudgePollsDeps {
  record: RecordOutcome;
  attempt: () => AttemptSource;
  findFeed: FeedReader['find'];
  policies: () => FailurePolicySet;
  incidents: IncidentBook;
  senses: Senses;
  hosts: HostMemory;
  /** As long as between any two polls of the host. */
  pause: (lease: HostLease, feed: Feed) => Promise<void>;
  /** A person's poll of a host that waits is a probe, too. */
  answered: (incident: KnownIncident, lease: HostLease, error: PollError | null) => Promise<void>;
  abandoning: () => AbortSignal;
  now: () => Date;
}

const GOOD = { error: null, verdicts: [] };

interface Attempted {
  feed: Feed;
  outcome: PollOutcome;
  durationMs: number;
  ruling: Ruling;
}

/** Stands before the one exit of polls: whose fault a failure is, is found out before it is recorded. */
export function createJudgePolls(deps: JudgePollsDeps): RecordOutcome {
  const { record, senses, incidents, hosts, now } = deps;

  /** A poll as it is noted, before anything is decided about it. */
  function note(lease: HostLease, { feed, outcome, ruling }: Attempted) {
    const at = ruling.at ?? now();
    const { error, verdicts } =
      outcome.kind === 'failed'
        ? advanceFeed(feed, outcome, at, { policies: deps.policies(), movedAfterDays: 0 })
        : GOOD;
    lease.turn.polled.add(feed.sourceId);
    const edge = edgeOfOutcome(outcome) ?? lease.turn.standing.edge;
    senses.note(feed, edge, error, at);
    return { at, error, edge, isDecisive: error !== null && turnsSwitch(verdicts) };
  }

  async function rememberEdge(lease: HostLease, edge: string | null): Promise<void> {
    if (edge === null || edge === lease.turn.standing.edge) return;
    lease.turn.standing = { ...lease.turn.standing, edge };
    await hosts.remember(lease, { edge });
  }

  const recordOne = (lease: HostLease, { feed, outcome, durationMs, ruling }: Attempted, more: Ruling) =>
    record(lease, feed, outcome, durationMs, { ...ruling, ...more });

  /** The host counts our requests: it gets more time after each. */
  async function slowDown(lease: HostLease): Promise<void> {
    const until = pauseUntil(lease.turn.standing.pace, now());
    if (!until) return;
    lease.turn.isOver = true;
    await hosts.hold(lease, until);
  }

  const openFor = async (lease: HostLease, feed: Feed) =>
    incidents.ofRoute(feed) ?? (await incidents.holding(lease));

  async function conclude(lease: HostLease, poll: Attempted): Promise<RecordedPoll | null> {
    const { role } = poll.ruling;
    const noted = note(lease, poll);
    const { error, at } = noted;
    await rememberEdge(lease, noted.edge);
    const waiting = await openFor(lease, poll.feed);
    const isOurs =
      error !== null && isTransport(error) && (waiting || role === 'probe') ? await senses.blamesUs() : false;
    if (isOurs) return recordOne(lease, poll, { at, blame: 'self', retryAt: senses.retryAt() });
    if (waiting && error && familyOf(error) !== null) {
      const recorded = await recordOne(lease, poll, { at, blame: waiting.scope, incidentId: waiting.id });
      if (role === 'by_hand') await deps.answered(waiting, lease, error);
      return recorded;
    }
    if (!error) {
      const recorded = await recordOne(lease, poll, { at });
      if (waiting && role === 'by_hand') await deps.answered(waiting, lease, null);
      await slowDown(lease);
      return recorded;
    }
    return judge(
      lease,
      poll,
      { feed: siblingOf(poll.feed), error, at, isDecisive: noted.isDecisive },
      noted.edge,
    );
  }

  async function judge(lease: HostLease, poll: Attempted, failed: FailedPoll, edge: string | null) {
    const asked: Attempted[] = [];
    const { standing } = lease.turn;
    const { judgement, askedAt } = await judgeFailure(
      failed,
      {
        host: lease.host,
        site: siteOf(lease.host),
        edge,
        pace: standing.pace,
        lastRoundAt: standing.askedAt,
      },
      inquiryOf(lease, poll, edge, asked),
    );
    if (askedAt) {
      lease.turn.standing = { ...lease.turn.standing, askedAt };
      await hosts.remember(lease, { askedAt });
    }
    const ruling = await carryOut(lease, judgement);
    for (const witness of asked)
      await recordOne(lease, witness, ruling.blame === 'feed' ? { blame: 'feed', isWithheld: true } : ruling);
    const recorded = await recordOne(lease, poll, { at: failed.at, ...ruling });
    await slowDown(lease);
    return recorded;
  }

  async function carryOut(lease: HostLease, judgement: Judgement): Promise<Ruling> {
    const { turn } = lease;
    if ('opens' in judgement) {
      const { scope } = judgement.opens;
      const incident = await incidents.open(judgement.opens);
      if (scope !== 'route') {
        turn.isOver = true;
        turn.standing = { ...turn.standing, incidentId: incident.id };
        await hosts.hold(lease, incident.nextProbeAt);
      }
      return { blame: scope, incidentId: incident.id };
    }
    if ('limit' in judgement) {
      turn.isOver = true;
      turn.standing = { ...turn.standing, pace: judgement.limit };
      await hosts.remember(lease, { pace: judgement.limit });
      await hosts.hold(lease, new Date(now().getTime() + judgement.limit.restMs));
      return { blame: 'host' };
    }
    if (judgement.blame === 'self') {
      turn.isOver ||= senses.isOffline();
      return { blame: 'self', retryAt: senses.retryAt() };
    }
    return { blame: 'feed', isWithheld: 'isWithheld' in judgement && judgement.isWithheld };
  }

  function inquiryOf(lease: HostLease, poll: Attempted, edge: string | null, asked: Attempted[]): Inquiry {
    const { sourceId, host } = poll.feed;
    return {
      blamesUs: senses.blamesUs,
      siblings: () => hosts.siblings(host, sourceId),
      failingSite: () => senses.failingSite(host),
      denyingEdge() {
        if (edge === null) return null;
        const open = incidents.at({ scope: 'edge', key: edge, route: '' });
        if (!open) return senses.denyingEdge(edge);
        return { since: open.startedAt, failing: [{ host, sourceId, at: open.startedAt }] };
      },
      async witness(id) {
        await deps.pause(lease, poll.feed);
        const feed = await deps.findFeed(id);
        if (!feed || feed.host !== host)
          throw new Error('a sibling was changed while it was asked about its host');
        return deps.attempt()(lease, feed, deps.abandoning(), async (outcome, durationMs) => {
          const witness: Attempted = { feed, outcome, durationMs, ruling: { role: 'witness', at: now() } };
          const { error, at } = note(lease, witness);
          if (error) asked.push(witness);
          else await recordOne(lease, witness, {});
          return { error, at };
        });
      },
    };
  }

  return (lease, feed, outcome, durationMs, ruling = {}) =>
    conclude(lease, { feed, outcome, durationMs, ruling });
}
