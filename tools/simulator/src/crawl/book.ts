import { type Blame, DEFAULT_FAILURE_POLICIES, VERDICTS } from '@feedwarden/contracts';
import {
  afterFailure,
  afterFrozenPoll,
  afterSuccess,
  afterVerdicts,
  classifyFailure,
  decideAfterFailure,
  decideAfterSuccess,
  INITIAL_HEALTH,
  isTransport,
  nextPoll,
  type PastFailure,
  type PollError,
  type PollHealth,
  type SourceSwitches,
  type SwitchVerdict,
  turnsSwitch,
} from '@feedwarden/feed-health';
import { MINUTE, SECOND, type World, type WorldFeed } from '../world/world.js';

const INTERVAL_MINUTES = 30;
/** As much as the crawler remembers. */
const HISTORY = 50;
const POLICIES = DEFAULT_FAILURE_POLICIES;
const TYPED = { name: null, maxFailures: null };

/** A feed as a crawler knows it. */
export interface CrawledFeed {
  feed: WorldFeed;
  health: PollHealth;
  switches: SourceSwitches;
  startAt: Date | null;
  dueAt: number;
  /** Since the last success, the newest first. */
  failures: PastFailure[];
  /** The scenario made it fail since its last success. */
  isHit: boolean;
  stagedFailures: number;
  goodAt: number[];
}

export interface Told {
  /** Because of the scenario, not of the background. */
  isHit: boolean;
}

export type Book = ReturnType<typeof createBook>;

/** What is known of all feeds, and what came of it: the decisions are those of the crawler. */
export function createBook(world: World, begin: number) {
  const feeds = world.feeds.map((feed): CrawledFeed => {
    const startAt = new Date(begin + world.random() * INTERVAL_MINUTES * MINUTE);
    return {
      feed,
      health: INITIAL_HEALTH,
      switches: { enabled: true, feedSwitch: null, quarantinedAt: null },
      startAt,
      dueAt: startAt.getTime(),
      failures: [],
      isHit: false,
      stagedFailures: 0,
      goodAt: [],
    };
  });
  const messages: Told[] = [];
  const disablings: { known: CrawledFeed; at: number; isDead: boolean }[] = [];
  /** When a death was noticed: the feed was disabled, or people were told of its host. */
  const recognised = new Map<CrawledFeed, number>();

  function poll(known: CrawledFeed, at: number): { error: PollError | null; at: number } {
    const { fact, isStaged } = world.request(known.feed, at);
    if (!fact) return { error: null, at: at + SECOND };
    if (isStaged) {
      known.isHit = true;
      known.stagedFailures += 1;
    }
    const error = classifyFailure(fact, 'https://feeds.example/');
    return { error, at: at + (isTransport(error) ? 15 * SECOND : SECOND) };
  }

  /** What would be decided if the failure counted. */
  function verdictsOf(known: CrawledFeed, error: PollError, at: number): SwitchVerdict[] {
    const health = afterFailure(known.health, error, new Date(at));
    return decideAfterFailure(POLICIES, TYPED, known.switches, health, error);
  }

  function recordSuccess(known: CrawledFeed, at: number): void {
    if (known.health.consecutiveFailures > 0) messages.push({ isHit: known.isHit });
    turn(known, decideAfterSuccess(known.switches), at);
    known.health = afterSuccess(new Date(at));
    known.failures = [];
    known.isHit = false;
    known.startAt = null;
    known.goodAt.push(at);
    reschedule(known);
  }

  function recordFailure(known: CrawledFeed, error: PollError, at: number, isWithheld = false): void {
    const decided = verdictsOf(known, error, at);
    const verdicts = isWithheld && turnsSwitch(decided) ? [] : decided;
    const [first] = verdicts;
    remember(known, error, at, 'feed', first ? VERDICTS[first.kind].action : 'none');
    known.health = afterFailure(known.health, error, new Date(at));
    if (verdicts.some(({ kind }) => kind === 'disable_feed')) {
      const isDead = at >= known.feed.deadAt;
      disablings.push({ known, at, isDead });
      if (isDead) recognise(known, at);
    }
    turn(known, verdicts, at);
    known.startAt = null;
    reschedule(known);
  }

  function recordFrozen(
    known: CrawledFeed,
    error: PollError,
    at: number,
    blame: Blame,
    startAt: Date | null,
  ): void {
    remember(known, error, at, blame, 'none');
    known.health = afterFrozenPoll(known.health, new Date(at));
    known.startAt = startAt;
    reschedule(known);
  }

  function remember(
    known: CrawledFeed,
    { type, code }: PollError,
    at: number,
    blame: Blame,
    decision: PastFailure['decision'],
  ) {
    const failure = { at: new Date(at), errorType: type, code, blame, decision };
    known.failures = [failure, ...known.failures].slice(0, HISTORY);
  }

  function turn(known: CrawledFeed, verdicts: SwitchVerdict[], at: number): void {
    for (const { kind } of verdicts) if (VERDICTS[kind].webhookEvent) messages.push({ isHit: known.isHit });
    known.switches = afterVerdicts(known.switches, verdicts, new Date(at));
  }

  function recognise(known: CrawledFeed, at: number): void {
    if (at >= known.feed.deadAt && !recognised.has(known)) recognised.set(known, at);
  }

  function reschedule(known: CrawledFeed): void {
    const facts = {
      ...known.switches,
      health: known.health,
      startAt: known.startAt,
      hasFeed: true,
      intervalMinutes: INTERVAL_MINUTES,
      maxBackoffHours: POLICIES.maxBackoffHours,
      maxFreshHours: 6,
      notBefore: null,
      freshUntil: null,
      rhythm: null,
      spread: known.feed.spread,
    };
    known.dueAt = nextPoll(facts, POLICIES).at?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  return {
    feeds,
    messages,
    disablings,
    recognised,
    poll,
    verdictsOf,
    recordSuccess,
    recordFailure,
    recordFrozen,
    recognise,
    turn,
    reschedule,
  };
}
