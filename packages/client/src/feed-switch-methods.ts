import {
  type FeedDisable,
  type FeedEnable,
  type Quarantine,
  type Release,
  type Source,
  sourceSchema,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';
import { sourcePath } from './source-methods.js';

/** Whether a source may be polled. Scope `feeds:toggle`. */
export function feedSwitchMethods(api: CallApi) {
  const turn = (id: string, switchName: string, body: object, options?: CallOptions): Promise<Source> =>
    api.json({ method: 'PATCH', path: `${sourcePath(id)}/${switchName}`, body }, sourceSchema, options);

  return {
    /** Takes the feed out of polling: for the cooldown of its reason, or, if that is `manual`, until it is enabled. */
    disableFeed: (id: string, body: FeedDisable, options?: CallOptions) =>
      turn(id, 'feed-disable', body, options),
    /** Ends a cooldown and forgets the failures: the feed is polled at once. */
    enableFeed: (id: string, body: FeedEnable = {}, options?: CallOptions) =>
      turn(id, 'feed-enable', body, options),
    /** Keeps the source out of polling until a poll-now succeeds or somebody releases it. */
    quarantineSource: (id: string, body: Quarantine = {}, options?: CallOptions) =>
      turn(id, 'quarantine', body, options),
    /** Ends a quarantine. */
    releaseSource: (id: string, body: Release = {}, options?: CallOptions) =>
      turn(id, 'release', body, options),
  };
}
