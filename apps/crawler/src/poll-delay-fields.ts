import { sourceTypeSchema } from '@feedwarden/contracts';
import { jsonField } from '@feedwarden/service-kit';
import { z } from 'zod';

const secondsByName = (isKnown: (name: string) => boolean, message: string) =>
  jsonField(z.record(z.string(), z.number().min(0).max(3600)))
    .refine((record) => Object.keys(record).every(isKnown), message)
    .default({})
    .transform(
      (record) => new Map(Object.entries(record).map(([name, seconds]) => [name.toLowerCase(), seconds])),
    );

const isSourceType = (name: string) => sourceTypeSchema.safeParse(name).success;

/** Variables that say how long to leave a host alone between two polls. */
export const pollDelayFields = {
  POLL_HOST_DELAYS: secondsByName(() => true, '').describe(
    'Seconds between two polls of a host, by host, as JSON: \'{"example.org": 5}\'.',
  ),
  POLL_TYPE_DELAYS: secondsByName(
    isSourceType,
    `must name types of sources: ${sourceTypeSchema.options.join(', ')}`,
  ).describe(
    'Seconds between two polls of a host, by type of source, for hosts that are not in POLL_HOST_DELAYS: \'{"rss": 2}\'.',
  ),
};
