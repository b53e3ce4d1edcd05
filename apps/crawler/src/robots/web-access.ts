import type { FetchLimits } from '@feedwarden/guarded-fetch';
import { createAddressGuard, openDirectly } from '@feedwarden/guarded-fetch';
import type { ByteBudget } from '@feedwarden/pacing';
import { createFetchPage } from '../fetch/fetch-page.js';
import type { WebAccess } from '../fetch/ports.js';
import { createAskRobots, type RobotsReader, respectRobots } from './ask-robots.js';

export interface WebAccessSettings extends Partial<FetchLimits> {
  userAgent: string;
  /** Private hosts, addresses and CIDR blocks that may be fetched. */
  allowPrivate: string[];
  respectRobots: boolean;
  /** For the bodies of all pages together. */
  budget?: ByteBudget;
}

/** As much of a robots.txt as must be read. */
const ROBOTS_MAX_BYTES = 500 * 1024;

/** How the crawler reaches the web: only public addresses, within limits, as robots.txt permits. */
export function createWebAccess(
  settings: WebAccessSettings,
  reader: RobotsReader,
  now: () => Date,
): WebAccess {
  const { agents } = createAddressGuard({ allow: settings.allowPrivate });
  const fetchFeed = createFetchPage({ ...settings, agents, open: openDirectly });
  const fetchPage = createFetchPage({ ...settings, agents });
  if (!settings.respectRobots)
    return { fetchFeed, fetchPage, fetchWebPage: fetchPage, askRobots: async () => null };
  const fetchRobots = createFetchPage({ ...settings, agents, maxBytes: ROBOTS_MAX_BYTES });
  const askRobots = createAskRobots({ fetchPage: fetchRobots, reader, now });
  return { fetchFeed, fetchPage, fetchWebPage: respectRobots(fetchPage, askRobots), askRobots };
}
