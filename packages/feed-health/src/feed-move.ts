import type { SwitchVerdict } from './decide-switch.js';

/** A feed that redirects permanently. */
export interface FeedMove {
  to: string;
  /** When a poll first found it there. */
  since: Date;
  /** source-manager has been asked to change the URL. */
  asked: boolean;
}

const DAY = 86_400_000;

/** The move after a successful poll. Another target, or no redirect, starts anew. */
export function rememberMove(before: FeedMove | null, movedTo: string | null, at: Date): FeedMove | null {
  if (movedTo === null) return null;
  return before?.to === movedTo ? before : { to: movedTo, since: at, asked: false };
}

/** Only time tells a move from a mistake or a hijack. `afterDays` of 0: only a person decides. */
export function decideMove(
  from: string,
  move: FeedMove | null,
  at: Date,
  afterDays: number,
): Extract<SwitchVerdict, { kind: 'move_feed' }>[] {
  if (!move || move.asked || afterDays === 0 || losesEncryption(from, move.to)) return [];
  if (at.getTime() - move.since.getTime() < afterDays * DAY) return [];
  return [{ kind: 'move_feed', from, to: move.to }];
}

/** Another address that a response named, for a person to decide about. Only a redirect moves a feed by itself. */
export interface FeedProposal {
  url: string;
  /** When a poll first found it. */
  since: Date;
}

/** The proposal after a poll. `found` is null when the response named no address, undefined when it was not read. */
export function rememberProposal(
  before: FeedProposal | null,
  found: string | null | undefined,
  at: Date,
): FeedProposal | null {
  if (found === undefined || found === before?.url) return before;
  return found === null ? null : { url: found, since: at };
}

const losesEncryption = (from: string, to: string) => /^https:/i.test(from) && /^http:/i.test(to);
