import { feedOperations, UNKNOWN_TO_CRAWLER } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { PollNow, PollNowResult } from '../poll/poll-now.js';
import type { FeedReader } from '../poll/ports.js';
import type { Schedule } from '../poll/schedule.js';
import type { ExplainFeed } from './explain-feed.js';
import { feedHistory, pollAnswer } from './feed-view.js';
import type { FeedsReader, ReadUpcoming } from './ports.js';

export interface FeedRoutesDeps {
  feeds: FeedReader & FeedsReader;
  readUpcoming: ReadUpcoming;
  pollNow: PollNow;
  schedule: Schedule;
  explainFeed: ExplainFeed;
}

export function feedRoutes({ feeds, readUpcoming, pollNow, schedule, explainFeed }: FeedRoutesDeps): Route[] {
  return routesOf(feedOperations, {
    listFeeds: async ({ query }) => {
      const found = await feeds.several(query.source_ids, query.polls);
      return { items: found.map(({ feed, polls }) => feedHistory(feed, polls, schedule)) };
    },

    listUpcoming: ({ query }) => readUpcoming(query),

    getFeed: async ({ params }) => {
      const feed = await feeds.find(params.sourceId);
      if (!feed) throw unknownSource();
      return feedHistory(feed, await feeds.history(feed.sourceId), schedule);
    },

    explainFeed: async ({ params }) => {
      const feed = await feeds.find(params.sourceId);
      if (!feed) throw unknownSource();
      return explainFeed(feed, await feeds.history(feed.sourceId));
    },

    pollFeed: async ({ params }) => {
      const result = await pollNow(params.sourceId);
      if (result.kind !== 'polled') throw refusal(result.kind);
      return pollAnswer(result, schedule);
    },
  });
}

const unknownSource = () => new Problem(404, UNKNOWN_TO_CRAWLER);

function refusal(kind: Exclude<PollNowResult['kind'], 'polled'>): Problem {
  switch (kind) {
    case 'unknown_source':
      return unknownSource();
    case 'no_feed':
      return new Problem(409, 'the source has no feedUrl, so there is nothing to poll');
    case 'superseded':
      return new Problem(409, 'the source was changed while it was polled: try again');
    case 'stopping':
      return retryLater('the crawler is stopping');
    case 'host_busy':
      return retryLater('other feeds of this host are being polled');
    case 'too_many':
      return retryLater('too many polls were requested at once');
    case 'still_polling':
      return retryLater('the poll takes long: GET the feed for its outcome');
  }
}

const retryLater = (why: string) => new Problem(503, why, { headers: { 'retry-after': '10' } });
