const SECOND = 1000;
const MINUTE = 60 * SECOND;

const SUSPICION = { run: 5, silenceMs: 60 * SECOND, lastSites: 20, failedSites: 6 };
const CANARIES = { asked: 5, offline: 4, degraded: 2, everyMs: 30 * SECOND };
const DEGRADED_FOR = 5 * MINUTE;
const COUNTED_FAILURES = 500;

/** What the polls of all hosts say about our own way out. */
export interface OwnNetwork {
  /** Since when nothing can be reached; null while we are online. */
  offlineSince: Date | null;
  /** Some of what we do gets lost. */
  degradedUntil: Date | null;
  lastGoodAt: Date | null;
  /** Sites that failed without a response since the last success anywhere. */
  failing: readonly string[];
  /** The last sites that were polled. */
  recent: readonly { site: string; failed: boolean }[];
  /** Hosts of different sites that responded well, the latest last. */
  healthy: readonly { host: string; site: string }[];
  /** Failures counted since the last success, which are taken back if it was us. */
  counted: readonly { sourceId: string; at: Date }[];
  checkedAt: Date | null;
}

export const ONLINE: OwnNetwork = {
  offlineSince: null,
  degradedUntil: null,
  lastGoodAt: null,
  failing: [],
  recent: [],
  healthy: [],
  counted: [],
  checkedAt: null,
};

export interface PolledSite {
  sourceId: string;
  host: string;
  site: string;
  result: 'good' | 'transport' | 'other_failure';
  /** It has failed for long, so it says nothing new. */
  isChronic: boolean;
  at: Date;
}

export function notePoll(before: OwnNetwork, poll: PolledSite): OwnNetwork {
  const { sourceId, host, site, result, isChronic, at } = poll;
  const failed = result === 'transport';
  const recent = isChronic ? before.recent : withSite(before.recent, site, failed);
  if (result === 'good') {
    const isLast = before.healthy.at(-1)?.host === host;
    const healthy = isLast
      ? before.healthy
      : [...before.healthy.filter((one) => one.site !== site), { host, site }].slice(-CANARIES.asked);
    return { ...before, recent, healthy, lastGoodAt: at, failing: [], counted: [] };
  }
  if (!failed) return { ...before, recent };
  return {
    ...before,
    recent,
    failing: [...before.failing.filter((one) => one !== site), site].slice(-SUSPICION.run),
    counted: [...before.counted, { sourceId, at }].slice(-COUNTED_FAILURES),
  };
}

/** One more good site among good ones changes nothing: that is nearly every poll. */
function withSite(recent: OwnNetwork['recent'], site: string, failed: boolean): OwnNetwork['recent'] {
  if (!failed && recent.length === SUSPICION.lastSites && !recent.some((one) => one.failed)) return recent;
  return [...recent.filter((one) => one.site !== site), { site, failed }].slice(-SUSPICION.lastSites);
}

/** Whether a failure without a response is a reason to check our own way out. */
export function suspectsUs({ failing, lastGoodAt, recent, checkedAt }: OwnNetwork, now: Date): boolean {
  if (checkedAt && now.getTime() - checkedAt.getTime() < CANARIES.everyMs) return false;
  const silentFor = lastGoodAt ? now.getTime() - lastGoodAt.getTime() : 0;
  return (
    failing.length >= SUSPICION.run ||
    silentFor > SUSPICION.silenceMs ||
    recent.filter(({ failed }) => failed).length >= SUSPICION.failedSites
  );
}

/** Whom to ask whether we can be heard: unrelated hosts that responded well before. */
export function canaries({ healthy }: OwnNetwork): string[] {
  return healthy.slice(-CANARIES.asked).map(({ host }) => host);
}

/** `lost`: how many canaries could not be reached. */
export function afterCanaries(before: OwnNetwork, lost: number, now: Date): OwnNetwork {
  const checked = { ...before, checkedAt: now };
  if (lost >= CANARIES.offline)
    return { ...checked, offlineSince: before.offlineSince ?? now, degradedUntil: null };
  // Coming back, what failed while we were away says nothing about now.
  const back = before.offlineSince ? { ...checked, offlineSince: null, failing: [], recent: [] } : checked;
  if (lost < CANARIES.degraded) return { ...back, counted: before.offlineSince ? [] : back.counted };
  return { ...back, degradedUntil: new Date(now.getTime() + DEGRADED_FOR) };
}

export type OwnNetworkState = 'online' | 'degraded' | 'offline';

export function ownNetworkState({ offlineSince, degradedUntil }: OwnNetwork, now: Date): OwnNetworkState {
  if (offlineSince) return 'offline';
  return degradedUntil && degradedUntil > now ? 'degraded' : 'online';
}
