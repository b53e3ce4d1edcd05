import type { ErrorType } from '@feedwarden/contracts';
import { FAMILIES, type FailureFamily } from './families.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A feed that fails for longer, or is disabled, says nothing about its host. */
const FRESH_FOR = 120 * MINUTE;
/** What was polled just now was asked just now. */
const ASKED_AGAIN_AFTER = 1 * MINUTE;
const DOUBT = { polls: 10, withinMs: 60 * MINUTE, share: 0.3, feeds: 3 };

/** What a feed of the same host says about it. */
export interface Sibling {
  sourceId: string;
  /** The first segment of its path. */
  route: string;
  lastPolledAt: Date | null;
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  lastErrorType: ErrorType | null;
  isDisabled: boolean;
}

/** Feeds that failed one after another, without a success between them. */
export interface FailureRun {
  /** How many feeds could be asked. */
  askable: number;
  failures: { sourceId: string; at: Date }[];
  lastGoodAt: Date | null;
}

/** How many feeds of `askable` must fail in a row before their host is blamed. */
export function unitsNeeded(askable: number): number {
  if (askable < 3) return askable;
  return askable < 20 ? 3 : 5;
}

export function isChronic(
  { isDisabled, failingSince }: Pick<Sibling, 'isDisabled' | 'failingSince'>,
  now: Date,
): boolean {
  return isDisabled || (failingSince !== null && failingSince.getTime() < now.getTime() - FRESH_FOR);
}

export function runOf(siblings: readonly Sibling[], now: Date): FailureRun {
  const lastGood = siblings.reduce((latest, { lastSuccessAt }) => Math.max(latest, time(lastSuccessAt)), 0);
  const fresh = siblings.filter((sibling) => !isChronic(sibling, now));
  const failing = fresh.filter(
    ({ failingSince, lastPolledAt }) => failingSince && time(lastPolledAt) > lastGood,
  );
  return {
    askable: fresh.length,
    lastGoodAt: lastGood > 0 ? new Date(lastGood) : null,
    failures: failing.map(({ sourceId, failingSince, lastPolledAt }) => ({
      sourceId,
      at: new Date(time(failingSince) > lastGood ? time(failingSince) : time(lastPolledAt)),
    })),
  };
}

/** One feed failing alone is not enough, however few there are. */
export function isIncident({ askable, failures }: FailureRun): boolean {
  return failures.length >= 2 && failures.length >= unitsNeeded(askable);
}

export function startOf({ failures }: FailureRun): Date {
  return new Date(Math.min(...failures.map(({ at }) => at.getTime())));
}

/** Whom to ask about the host, in this order: feeds of other routes first, then what was not polled for longest. */
export function witnesses(
  siblings: readonly Sibling[],
  about: Pick<Sibling, 'sourceId' | 'route'>,
  now: Date,
): Sibling[] {
  return siblings
    .filter(
      (sibling) =>
        sibling.sourceId !== about.sourceId &&
        sibling.failingSince === null &&
        !isChronic(sibling, now) &&
        now.getTime() - time(sibling.lastPolledAt) > ASKED_AGAIN_AFTER,
    )
    .sort(
      (a, b) =>
        Number(a.route === about.route) - Number(b.route === about.route) ||
        time(a.lastPolledAt) - time(b.lastPolledAt),
    );
}

/** Many siblings fail, but not all: a failure counts, but disables nothing while patience lasts. */
export function isDoubtful(
  siblings: readonly Sibling[],
  family: FailureFamily,
  failingSince: Date | null,
  now: Date,
): boolean {
  const patience = FAMILIES[family].lostAfterDays * DAY;
  if (now.getTime() - time(failingSince ?? now) >= patience) return false;
  const last = siblings
    .filter(
      (sibling) => !isChronic(sibling, now) && now.getTime() - time(sibling.lastPolledAt) < DOUBT.withinMs,
    )
    .sort((a, b) => time(b.lastPolledAt) - time(a.lastPolledAt))
    .slice(0, DOUBT.polls);
  const failing = last.filter(({ failingSince }) => failingSince !== null).length;
  return failing >= DOUBT.feeds && failing >= DOUBT.share * last.length;
}

/** The siblings, with one of them polled just now. */
export function withPoll(
  siblings: readonly Sibling[],
  sourceId: string,
  errorType: ErrorType | null,
  at: Date,
): Sibling[] {
  return siblings.map((sibling) => {
    if (sibling.sourceId !== sourceId) return sibling;
    if (errorType === null)
      return { ...sibling, lastPolledAt: at, lastSuccessAt: at, failingSince: null, lastErrorType: null };
    return {
      ...sibling,
      lastPolledAt: at,
      failingSince: sibling.failingSince ?? at,
      lastErrorType: errorType,
    };
  });
}

const time = (at: Date | null): number => at?.getTime() ?? 0;
