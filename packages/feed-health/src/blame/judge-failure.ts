import type { PollError } from '../classify-failure.js';
import { type FailureFamily, familyOf, isDenial, isTransport } from './families.js';
import { isChronic, isDoubtful, isIncident, runOf, type Sibling, startOf } from './host-evidence.js';
import { answeredLately, type HostPace, isKnownToLimit, refusedSince, slowDown } from './host-pace.js';
import type { IncidentDraft, IncidentScope } from './incident.js';
import type { SharedFailure } from './surroundings.js';
import { createWitnessRound, type Witnesses, type WitnessRound } from './witness-round.js';

/** A weak host is not asked by all its feeds. */
const ROUND_EVERY = 10 * 60_000;

/** A failed poll that has not been counted. */
export interface FailedPoll {
  /** As it was before the poll. */
  feed: Sibling;
  error: PollError;
  at: Date;
  /** If it counted, it would turn a switch. */
  isDecisive: boolean;
}

export interface JudgedHost {
  host: string;
  site: string;
  edge: string | null;
  pace: HostPace;
  /** When its feeds were last asked about it. */
  lastRoundAt: Date | null;
}

/** How the judge learns what it has not been told: each is asked only when the answer can matter. */
export interface Inquiry extends Witnesses {
  failingSite(): SharedFailure | null;
  denyingEdge(): SharedFailure | null;
}

export type Judgement =
  /** `isWithheld`: it counts, but turns no switch. */
  | { blame: 'feed'; isWithheld: boolean }
  | { blame: 'self' }
  /** The host counts our requests: it has no incident, but is left alone for a while. */
  | { blame: 'host'; limit: HostPace }
  | { blame: IncidentScope; opens: IncidentDraft };

/** A judgement, and when the host's feeds were asked for it. */
export type Judged = { judgement: Judgement; askedAt: Date | null };

const THE_FEED: Judgement = { blame: 'feed', isWithheld: false };
const OURSELVES: Judgement = { blame: 'self' };

/** Whose fault a failure is, if it is not a part of an incident that is open. The first rule that holds decides. */
export async function judgeFailure(failed: FailedPoll, host: JudgedHost, inquiry: Inquiry): Promise<Judged> {
  const { feed, error, at, isDecisive } = failed;
  const family = familyOf(error);
  if (family === null) return unasked(THE_FEED);
  if (isTransport(error) && (await inquiry.blamesUs())) return unasked(OURSELVES);
  const isNews = feed.failingSince === null || isDecisive;
  const denied = isDenial(error) && !isChronic(feed, at);
  if (!isNews && !denied) return unasked(THE_FEED);

  const mayAsk = !host.lastRoundAt || at.getTime() - host.lastRoundAt.getTime() >= ROUND_EVERY;
  const round = await createWitnessRound(failed, mayAsk, inquiry);
  const judgement = await judgeWith(round, { ...failed, family, denied, isNews }, host, inquiry);
  return { judgement, askedAt: round.askedAt() };
}

const unasked = (judgement: Judgement): Judged => ({ judgement, askedAt: null });

interface Suspicion extends FailedPoll {
  family: FailureFamily;
  denied: boolean;
  isNews: boolean;
}

async function judgeWith(
  round: WitnessRound,
  failed: Suspicion,
  host: JudgedHost,
  inquiry: Inquiry,
): Promise<Judgement> {
  const { at, family, denied, isNews } = failed;
  const { lastGoodAt } = runOf(round.siblings(), at);
  const isServing = answeredLately(lastGoodAt, at);
  const isKnown = isKnownToLimit(host.pace, at);
  if (denied && (isServing || isKnown)) {
    // A 429 needs no second, unless the feed was failing before.
    const isTold = family === 'limited' && failed.feed.failingSince === null;
    const isLimit = isKnown || isTold || (await round.isDeniedTwice());
    if (isLimit) return { blame: 'host', limit: slowDown(host.pace, lastGoodAt, round.now()) };
  }
  const edge = denied ? inquiry.denyingEdge() : null;
  if (edge && host.edge !== null)
    return { blame: 'edge', opens: { ...draftOf('edge', host.edge, failed), ...partsOf(edge) } };

  // A host that serves others and denies only this feed was asked above.
  if (isNews && !(denied && isServing)) {
    const opens = (await ofHost(round, failed, host)) ?? (await ofRoute(round, failed, host));
    if (opens) return { blame: opens.scope, opens };
    if (round.metOurFault()) return OURSELVES;
    const site = inquiry.failingSite();
    if (site) return { blame: 'site', opens: { ...draftOf('site', host.site, failed), ...partsOf(site) } };
  }
  const isWithheld =
    failed.isDecisive && isDoubtful(round.siblings(), family, failed.feed.failingSince, round.now());
  return { blame: 'feed', isWithheld };
}

/** A host that was taken for one that counts requests began to fail with the first refusal. */
async function ofHost(round: WitnessRound, failed: Suspicion, { host, pace }: JudgedHost) {
  const draft = await ofRun(round, null, draftOf('host', host, failed));
  const since = refusedSince(pace, runOf(round.siblings(), round.now()).lastGoodAt);
  return draft && since && failed.denied ? { ...draft, startedAt: since } : draft;
}

async function ofRoute(round: WitnessRound, failed: Suspicion, { host }: JudgedHost) {
  const { route } = failed.feed;
  if (!round.hasRoutes()) return null;
  return ofRun(round, route, { ...draftOf('route', host, failed), route });
}

async function ofRun(
  round: WitnessRound,
  route: string | null,
  draft: DraftHead,
): Promise<IncidentDraft | null> {
  const run = await round.about(route);
  if (!isIncident(run)) return null;
  return { ...draft, startedAt: startOf(run), hosts: [draft.key], evidence: run.failures.slice(0, 10) };
}

type DraftHead = Omit<IncidentDraft, 'startedAt' | 'hosts' | 'evidence'>;

const draftOf = (scope: IncidentScope, key: string, { family, error }: Suspicion): DraftHead => ({
  scope,
  key,
  route: '',
  family,
  code: error.code,
});

const partsOf = ({ since, failing }: SharedFailure) => ({
  startedAt: since,
  hosts: [...new Set(failing.map(({ host }) => host))],
  evidence: failing.map(({ sourceId, at }) => ({ sourceId, at })),
});
