import { Problem, type RequireScope } from '@feedwarden/service-kit';
import { Router } from 'express';
import { z } from 'zod';
import type { PollNow, PollNowResult } from '../polling/poll-now.js';
import type { FeedReader } from '../polling/ports.js';
import type { Schedule } from '../polling/schedule.js';
import { feedHistory, pollAnswer } from './feed-view.js';

export interface FeedRoutesDeps {
  feeds: FeedReader;
  pollNow: PollNow;
  schedule: Schedule;
  requireScope: RequireScope;
}

export function feedRoutes({ feeds, pollNow, schedule, requireScope }: FeedRoutesDeps): Router {
  const routes = Router();

  routes.get('/api/v1/feeds/:sourceId', requireScope('sources:read'), async (request, response) => {
    const feed = await feeds.find(sourceId(request.params.sourceId));
    if (!feed) throw unknownSource();
    response.json(feedHistory(feed, await feeds.history(feed.sourceId), schedule));
  });

  routes.post('/api/v1/feeds/:sourceId/poll', requireScope('feeds:toggle'), async (request, response) => {
    const result = await pollNow(sourceId(request.params.sourceId));
    if (result.kind !== 'polled') throw refusal(result.kind);
    response.json(pollAnswer(result, schedule));
  });

  return routes;
}

function sourceId(text: unknown): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw unknownSource();
  return id.data;
}

const unknownSource = () => new Problem(404, 'the crawler knows no source with this id');

function refusal(kind: Exclude<PollNowResult['kind'], 'polled'>): Problem {
  switch (kind) {
    case 'unknown_source':
      return unknownSource();
    case 'no_feed':
      return new Problem(409, 'the source has no feedUrl, so there is nothing to poll');
    case 'superseded':
      return new Problem(409, 'the source was changed while it was polled: ask again');
    case 'stopping':
      return new Problem(503, 'the crawler is stopping', { headers: { 'retry-after': '10' } });
    case 'host_busy':
      return new Problem(503, 'other feeds of this host are being polled', {
        headers: { 'retry-after': '10' },
      });
  }
}
