import type { PollError } from '../classify-failure.js';
import { isDenial, isTransport } from './families.js';
import { type FailureRun, runOf, type Sibling, unitsNeeded, withPoll, witnesses } from './host-evidence.js';

/** How the siblings of a failed feed are reached. */
export interface Witnesses {
  /** The feeds of the host, with the one that failed. */
  siblings(): Promise<readonly Sibling[]>;
  /** Polls a sibling now. */
  witness(sourceId: string): Promise<{ error: PollError | null; at: Date }>;
  /** Whether our own way out is at fault. */
  blamesUs(): Promise<boolean>;
}

/** Questions about one failed poll; what they find out is known to those that follow. */
export interface WitnessRound {
  now(): Date;
  /** When a sibling was polled last; null: none was. */
  askedAt(): Date | null;
  /** A witness failed by our own fault: the round says nothing. */
  metOurFault(): boolean;
  siblings(): readonly Sibling[];
  hasRoutes(): boolean;
  /** The failures in a row of the host, or of a route, after asking until one feed answers well or enough have failed. */
  about(route: string | null): Promise<FailureRun>;
  /** Whether another feed is denied as well; it asks one, if none is known to be. */
  isDeniedTwice(): Promise<boolean>;
}

export async function createWitnessRound(
  failed: { feed: Sibling; error: PollError; at: Date },
  mayAsk: boolean,
  { siblings, witness, blamesUs }: Witnesses,
): Promise<WitnessRound> {
  const { sourceId } = failed.feed;
  let known: readonly Sibling[] = withPoll(await siblings(), sourceId, failed.error.type, failed.at);
  let now = failed.at;
  let askedAt: Date | null = null;
  let metOurFault = false;

  async function ask(asked: Sibling): Promise<PollError | null> {
    const { error, at } = await witness(asked.sourceId);
    known = withPoll(known, asked.sourceId, error?.type ?? null, at);
    now = at;
    askedAt = at;
    if (error && isTransport(error) && (await blamesUs())) metOurFault = true;
    return error;
  }

  const within = (route: string | null) =>
    route === null ? known : known.filter((sibling) => sibling.route === route);
  const canAsk = () => mayAsk && !metOurFault;

  return {
    now: () => now,
    askedAt: () => askedAt,
    metOurFault: () => metOurFault,
    siblings: () => known,
    hasRoutes: () => new Set(known.map(({ route }) => route)).size > 1,

    async about(route) {
      const candidates = witnesses(within(route), failed.feed, now);
      for (const candidate of candidates) {
        const { failures, askable } = runOf(within(route), now);
        if (failures.length >= unitsNeeded(askable) || !canAsk()) break;
        if ((await ask(candidate)) === null) break;
      }
      return runOf(within(route), now);
    },

    async isDeniedTwice() {
      const { failures } = runOf(known, now);
      const failing = new Set(failures.map((failure) => failure.sourceId));
      const denied = known.filter((sibling) => failing.has(sibling.sourceId) && wasDenied(sibling));
      if (denied.some((sibling) => sibling.sourceId !== sourceId)) return true;
      const [candidate] = witnesses(known, failed.feed, now);
      if (!candidate || !canAsk()) return false;
      const error = await ask(candidate);
      return error !== null && isDenial(error);
    },
  };
}

const wasDenied = ({ lastErrorType }: Sibling) =>
  lastErrorType === 'forbidden' || lastErrorType === 'rate_limited';
