import type { DiscoveredPage } from '@feedwarden/contracts';
import { classifyFailure } from '@feedwarden/feed-health';
import type { AskRobots } from '../fetch/ports.js';
import type { TimeLimit } from './time-limit.js';

export interface DescribeRobotsDeps {
  askRobots: AskRobots;
  maxSeconds: number;
}

/** Whether a poll could read a page: every address on the way to it must be allowed. */
export async function describeRobots(
  { askRobots, maxSeconds }: DescribeRobotsDeps,
  way: string[],
  time: TimeLimit,
): Promise<Pick<DiscoveredPage, 'allowedByRobots' | 'robotsRefusal'>> {
  for (const url of way) {
    const tooLate = { kind: 'timeout', seconds: maxSeconds, waitingFor: 'robots.txt' } as const;
    const refusal = await time.within((signal) => askRobots(url, signal), tooLate);
    if (refusal) return { allowedByRobots: false, robotsRefusal: classifyFailure(refusal, url).message };
  }
  return { allowedByRobots: true, robotsRefusal: null };
}
