import { z } from 'zod';

const HOST_WITH_PORT = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])(?::\d{1,5})?$/i;

export const blameFields = {
  BLAME: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether a failed poll counts only after it is known that the feed is at fault, and not its host or our network. off: every failure counts.',
    ),
  VANTAGE: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'must be 1 to 60 letters, digits, dots, underscores or hyphens')
    .default('default')
    .describe(
      'The name of the network that this crawler polls from. Crawlers of one network share its outages, and what blocks it.',
    ),
  SELF_CHECK_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .refine((hosts) => hosts.length <= 20, 'must name at most 20 hosts')
    .refine(
      (hosts) => hosts.every((host) => HOST_WITH_PORT.test(host)),
      'must be hosts, like example.org or example.org:8443',
    )
    .describe(
      'Hosts, separated by commas, that are connected to when nothing seems to respond, to learn whether our own network is down. Five unrelated ones are best. Unset: those that responded last.',
    ),
};

const fields = z.object(blameFields);

export interface BlameSettings {
  isOn: boolean;
  vantage: string;
  selfCheckHosts: string[];
}

export function readBlameSettings({
  BLAME,
  VANTAGE,
  SELF_CHECK_HOSTS,
}: z.output<typeof fields>): BlameSettings {
  return { isOn: BLAME === 'on', vantage: VANTAGE, selfCheckHosts: SELF_CHECK_HOSTS };
}
