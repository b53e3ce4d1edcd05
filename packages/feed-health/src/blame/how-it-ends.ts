import type { CloseReason, Incident } from './incident.js';

const OVER: Record<CloseReason, string> = {
  recovered: 'It is over: the feeds that were asked responded well.',
  absorbed: 'A wider incident took it in.',
  by_hand: 'A person closed it.',
  no_feeds: 'It is over: no feed was left that could be asked.',
};

/** What must happen for it to be over, or why it is, in words. */
export function howItEnds({
  state,
  closeReason,
  votes,
}: Pick<Incident, 'state' | 'closeReason' | 'votes'>): string {
  if (state === 'closed') return closeReason === null ? 'It is over.' : OVER[closeReason];
  if (votes.some((vote) => vote))
    return 'One of its feeds responded well. Two more are asked now: two good responses of three end it.';
  const probed =
    'One of its feeds is polled for all when the next probe is due. When it responds well, two more are asked: two good responses of three end it.';
  return state === 'lost'
    ? `${probed} It has lasted for days: a person should look. Nothing was disabled.`
    : probed;
}
