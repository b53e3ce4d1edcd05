import { type CrawlerCommand, type Source, switchOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { Response } from 'express';
import { type ChangeCall, type ChangeRequest, changeRequest } from '../change-request.js';
import { found } from '../found-source.js';
import { tagged } from '../source-requests.js';
import type { FeedSwitch } from './feed-switch.js';

export function feedSwitchRoutes(feedSwitch: FeedSwitch): Route[] {
  return routesOf(switchOperations, {
    disableFeed: flip(feedSwitch.disableFeed),
    enableFeed: flip(feedSwitch.enableFeed),
    quarantineSource: flip(feedSwitch.quarantine),
    releaseSource: flip(feedSwitch.release),
    autoDisableSource: flip(feedSwitch.autoDisable),
    moveFeed: flip(feedSwitch.moveFeed),
  });
}

interface Flip<Body> extends ChangeCall {
  body: Body;
  response: Response;
}

/** Six switches, one shape: who flips it, for which source, and with which words. */
function flip<Body extends { command?: CrawlerCommand | undefined }>(
  carryOut: (request: ChangeRequest, body: Body) => Promise<Source | null>,
) {
  return async (call: Flip<Body>): Promise<Source> => {
    if (call.body.command && !call.caller.scopes.has('crawler'))
      throw new Problem(403, 'only a crawler sends commands: the token lacks the scope crawler');
    return tagged(call.response, found(await carryOut(changeRequest(call), call.body)));
  };
}
