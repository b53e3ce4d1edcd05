import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { cursorSchema, pageLimitSchema, pageOf } from '../http/page.js';
import { flagSchema } from '../sources/source-query.js';

/** What fails at once. */
export const INCIDENT_KINDS = ['route', 'host', 'site', 'edge'] as const;

const incidentKindSchema = z.enum(INCIDENT_KINDS).meta({
  id: 'BlameIncidentKind',
  description:
    'What fails: the first part of the path of a host, a host, all hosts of a domain, or what stands in front of them.',
});

const familySchema = z
  .enum(['down', 'dns', 'missing', 'denied', 'limited', 'garbled'])
  .describe('What the failures look like, coarser than `code`.');

/** Something wider than a feed fails: its feeds wait, and nothing counts against them. */
export const blameIncidentSchema = z
  .object({
    id: z.uuid(),
    kind: incidentKindSchema,
    key: z.string().describe('The host, the domain, or the name of what stands in front, like `cloudflare`.'),
    route: z.string().nullable().describe('The first part of the path, of the kind `route`.'),
    vantage: z.string().describe('The network of the crawlers that noticed it.'),
    family: familySchema,
    code: z.string().describe('Of the failure that was noticed last, like `http_403`.'),
    state: z
      .enum(['open', 'lost', 'closed'])
      .describe('`lost`: open for days, probed twice a day, and left to a person.'),
    startedAt: timestampSchema.describe('The first failure.'),
    openedAt: timestampSchema,
    toldAt: timestampSchema.nullable().describe('When it was logged; null: not yet, or it was too short.'),
    lostAt: timestampSchema.nullable(),
    closedAt: timestampSchema.nullable(),
    closeReason: z.enum(['recovered', 'absorbed', 'by_hand', 'no_feeds']).nullable(),
    absorbedBy: z.uuid().nullable().describe('The wider incident that took it in.'),
    failedProbes: z.int(),
    nextProbeAt: timestampSchema
      .nullable()
      .describe('When one of its feeds is polled for all; null: it is over.'),
    feeds: z.int().describe('How many waited when it was opened.'),
  })
  .meta({ id: 'BlameIncident', description: 'Something wider than a feed fails, and its feeds wait.' });
export type BlameIncident = z.infer<typeof blameIncidentSchema>;

/** Of more hosts only the number is told; of more feeds or hosts only that they are many. */
export const INCIDENT_HOSTS_NAMED = 100;
export const INCIDENT_COUNTED_UP_TO = 10_000;

export const blameIncidentDetailSchema = blameIncidentSchema
  .extend({
    hosts: z.array(z.string()).describe(`The first ${INCIDENT_HOSTS_NAMED} by name.`),
    hostCount: z.int().describe(`Counted up to ${INCIDENT_COUNTED_UP_TO}.`),
    feedsNow: z.int().describe(`Its feeds as of now, counted up to ${INCIDENT_COUNTED_UP_TO}.`),
    evidence: z
      .array(z.object({ sourceId: z.uuid(), at: timestampSchema }))
      .describe('The failed polls that prove it, ten at most.'),
    ends: z.string().describe('What must happen for it to be over, or why it is over, in words.'),
  })
  .meta({ id: 'BlameIncidentDetail' });
export type BlameIncidentDetail = z.infer<typeof blameIncidentDetailSchema>;

export const blameIncidentPageSchema = pageOf(blameIncidentSchema).meta({ id: 'BlameIncidentPage' });

/** The query string of `GET /api/v1/blame/incidents`. */
export const blameIncidentQuerySchema = z.strictObject({
  open: flagSchema.optional().describe('True: only those that are not over. False: only those that are.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(50),
});
export type BlameIncidentQuery = z.infer<typeof blameIncidentQuerySchema>;

export const OWN_NETWORK_STATES = ['online', 'degraded', 'offline'] as const;
const outageStateSchema = z.enum(['degraded', 'offline']);

export const ownNetworkSchema = z
  .object({
    vantage: z.string().describe('The network of the crawler that responds.'),
    watched: z.boolean().describe('False: `BLAME` is off, so this crawler does not look after its network.'),
    items: z
      .array(
        z.object({
          vantage: z.string(),
          state: z
            .enum(OWN_NETWORK_STATES)
            .describe('`degraded`: some connections fail. `offline`: all do, and nothing is polled.'),
          since: timestampSchema.nullable().describe('null: as long as anything is remembered.'),
        }),
      )
      .describe('This network, and others in trouble.'),
    outages: z
      .array(
        z.object({
          state: outageStateSchema,
          from: timestampSchema,
          to: timestampSchema.nullable(),
          canaries: z
            .array(z.object({ host: z.string(), reached: z.boolean() }))
            .describe('Hosts that were connected to, to learn whether it is us.'),
        }),
      )
      .describe('The last 20 of this network, the newest first.'),
  })
  .meta({ id: 'OwnNetwork', description: 'The networks that crawlers poll from.' });
export type OwnNetwork = z.infer<typeof ownNetworkSchema>;
