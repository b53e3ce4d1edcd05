import { z } from 'zod';

/** Who is at fault for a failed poll. Only failures of `feed` count against it. */
export const BLAMES = ['feed', 'route', 'host', 'site', 'edge', 'self'] as const;

export const blameSchema = z.enum(BLAMES).meta({
  id: 'Blame',
  description:
    'Who is at fault: the feed, or something wider, so that nothing counts against the feed. ' +
    '`route`: host and first part of the path. `site`: all hosts of a domain. `edge`: a CDN or a bot wall. ' +
    '`self`: our own network.',
});
export type Blame = z.infer<typeof blameSchema>;

export const pollRoleSchema = z.enum(['regular', 'witness', 'probe', 'by_hand']).meta({
  id: 'PollRole',
  description:
    'Why it was polled: because it was due, to be asked about its host, for all that wait for its host, or by request.',
});
export type PollRole = z.infer<typeof pollRoleSchema>;
