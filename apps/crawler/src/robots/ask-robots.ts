import type { FailureFact } from '@feedwarden/feed-health';
import { LRUCache } from 'lru-cache';
import type { AskRobots, FetchedPage, FetchPage, FetchResult } from '../fetch/ports.js';
import { parseWebUrl } from '../poll/web-url.js';

/** What is read of a robots.txt, in another process. */
export interface RobotsReader {
  /** The part that is addressed to the agent; empty when there is none, or none that can be read. */
  rulesOf(page: FetchedPage, agent: string, signal: AbortSignal): Promise<string>;
  allows(
    rules: string,
    about: { agent: string; robotsUrl: string; url: string },
    signal: AbortSignal,
  ): Promise<boolean>;
}

/** The rules of an origin's robots.txt for Feedwarden, or why it could not be read. */
type RobotsAnswer = { kind: 'rules'; text: string } | { kind: 'unknown'; fact: FailureFact };

export interface AskRobotsOptions {
  fetchPage: FetchPage;
  reader: RobotsReader;
  now: () => Date;
}

const AGENT = 'Feedwarden';
const MAX_AGE_MS = 24 * 3_600_000;
/** A refusal is checked again sooner. */
const MAX_AGE_OF_A_REFUSAL_MS = 2 * 60_000;
const MEMORY_LIMITS = { max: 1000, maxSize: 16 * 1024 * 1024 };
const EVERYTHING_ALLOWED: RobotsAnswer = { kind: 'rules', text: '' };

/** Asks as RFC 9309 says, each origin once a day. */
export function createAskRobots({ fetchPage, reader, now }: AskRobotsOptions): AskRobots {
  const memory = new LRUCache<string, { at: Date; answer: RobotsAnswer }>({
    ...MEMORY_LIMITS,
    sizeCalculation: ({ answer }) => 1 + (answer.kind === 'rules' ? answer.text.length : 0),
  });

  async function answerOf(origin: string, maxAgeMs: number, signal: AbortSignal): Promise<RobotsAnswer> {
    const known = memory.get(origin);
    if (known && now().getTime() - known.at.getTime() < maxAgeMs) return known.answer;
    const fetched = await fetchPage({ url: robotsOf(origin), etag: null, lastModified: null }, signal);
    const answer: RobotsAnswer =
      fetched.kind === 'page'
        ? { kind: 'rules', text: await reader.rulesOf(fetched.page, AGENT, signal) }
        : answerWithout(fetched, origin);
    memory.set(origin, { at: now(), answer });
    return answer;
  }

  return async (address, signal) => {
    const url = parseWebUrl(address);
    if (!url) return null;
    const known = await refusal(await answerOf(url.origin, MAX_AGE_MS, signal), url, signal);
    return known && refusal(await answerOf(url.origin, MAX_AGE_OF_A_REFUSAL_MS, signal), url, signal);
  };

  async function refusal(answer: RobotsAnswer, url: URL, signal: AbortSignal): Promise<FailureFact | null> {
    if (answer.kind === 'unknown') return answer.fact;
    const robotsUrl = robotsOf(url.origin);
    const about = { agent: AGENT, robotsUrl, url: url.href };
    if (answer.text === '' || (await reader.allows(answer.text, about, signal))) return null;
    return { kind: 'robots_disallowed', detail: `${robotsUrl} does not allow ${AGENT} to read this page` };
  }
}

/** Checks robots.txt first, and again for every redirect. A disallowed page is a failure like any other. */
export function respectRobots(fetchPage: FetchPage, askRobots: AskRobots): FetchPage {
  return async (request, signal) => {
    const fact = await askRobots(request.url, signal);
    return fact ? { kind: 'failed', fact } : fetchPage({ ...request, mayFollow: askRobots }, signal);
  };
}

const robotsOf = (origin: string) => `${origin}/robots.txt`;

/** Missing or unreadable rules allow everything. While a host fails, its pages are not fetched. */
function answerWithout(fetched: Exclude<FetchResult, { kind: 'page' }>, origin: string): RobotsAnswer {
  if (fetched.kind === 'not_modified') return EVERYTHING_ALLOWED;
  const { fact } = fetched;
  switch (fact.kind) {
    case 'status':
      return answerOfStatus(fact, origin);
    case 'too_large':
    case 'undecodable':
    case 'invalid_url':
    case 'too_many_redirects':
    case 'blocked_address':
      return EVERYTHING_ALLOWED;
    default:
      return { kind: 'unknown', fact };
  }
}

function answerOfStatus(fact: Extract<FailureFact, { kind: 'status' }>, origin: string): RobotsAnswer {
  if (fact.status === 429) return { kind: 'unknown', fact };
  if (fact.status < 500) return EVERYTHING_ALLOWED;
  const detail = `${robotsOf(origin)} returned ${fact.status}: pages of this host are not read until it can be read`;
  return { kind: 'unknown', fact: { kind: 'robots_unavailable', detail } };
}
