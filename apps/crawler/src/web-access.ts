import type { FetchLimits } from '@feedwarden/guarded-fetch';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { createFetchPage } from './fetch/fetch-page.js';
import type { AskRobots, FetchPage } from './fetch/ports.js';
import { createAskRobots, respectRobots } from './robots/ask-robots.js';

export interface WebAccessSettings extends Partial<FetchLimits> {
  userAgent: string;
  /** Private hosts, addresses and CIDR blocks that may be fetched. */
  allowPrivate: string[];
  respectRobots: boolean;
}

export interface WebAccess {
  /** For what is made for machines: feeds and APIs. */
  fetchPage: FetchPage;
  /** For pages that are made for people: their robots.txt is asked first. */
  fetchWebPage: FetchPage;
  askRobots: AskRobots;
}

/** As much of a robots.txt as must be read. */
const ROBOTS_MAX_BYTES = 500 * 1024;

/** A part of the composition: how the crawler goes out to the web. */
export function createWebAccess(settings: WebAccessSettings, now: () => Date): WebAccess {
  const { agents } = createAddressGuard({ allow: settings.allowPrivate });
  const fetchPage = createFetchPage({ ...settings, agents });
  if (!settings.respectRobots) return { fetchPage, fetchWebPage: fetchPage, askRobots: async () => null };
  const fetchRobots = createFetchPage({ ...settings, agents, maxBytes: ROBOTS_MAX_BYTES });
  const askRobots = createAskRobots({ fetchPage: fetchRobots, now });
  return { fetchPage, fetchWebPage: respectRobots(fetchPage, askRobots), askRobots };
}
