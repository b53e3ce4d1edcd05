import { type CrawlerCommand, type Source, switchOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { Response } from 'express';
import { type ChangeCall, type ChangeRequest, changeRequest, found, tagged } from '../source-requests.js';
import type { FeedSwitch } from './feed-switch.js';

export function switchRoutes(feedSwitch: FeedSwitch): Route[] {
  return routesOf(switchOperations, {
    disableFeed: handler(feedSwitch.disableFeed),
    enableFeed: handler(feedSwitch.enableFeed),
    quarantineSource: handler(feedSwitch.quarantine),
    releaseSource: handler(feedSwitch.release),
    autoDisableSource: handler(feedSwitch.autoDisable),
    moveFeed: handler(feedSwitch.moveFeed),
  });
}

interface SwitchCall<Body> extends ChangeCall {
  body: Body;
  response: Response;
}

/** All switches have one shape; only a crawler may send them as commands. */
function handler<Body extends { command?: CrawlerCommand | undefined }>(
  carryOut: (request: ChangeRequest, body: Body) => Promise<Source | null>,
) {
  return async (call: SwitchCall<Body>): Promise<Source> => {
    if (call.body.command && !call.caller.scopes.has('crawler'))
      throw new Problem(403, 'only a crawler may send commands: the token lacks the scope crawler');
    return tagged(call, found(await carryOut(changeRequest(call), call.body)));
  };
}
