import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';
import {
  type BlameIncident,
  blameIncidentDetailSchema,
  blameIncidentPageSchema,
  blameIncidentQuerySchema,
  ownNetworkSchema,
} from './incident.js';

export const NO_SUCH_INCIDENT = 'there is no incident with this id';
export const EXAMPLE_INCIDENT_ID = '6a0b7c1e-4d52-4f0c-9b7a-2c8e5d1f3a46';

const exampleIncident: BlameIncident = {
  id: EXAMPLE_INCIDENT_ID,
  kind: 'host',
  key: 'down.example',
  route: null,
  vantage: 'default',
  family: 'denied',
  code: 'http_403',
  state: 'open',
  startedAt: '2026-02-05T06:00:00.000Z',
  openedAt: '2026-02-05T06:01:00.000Z',
  toldAt: null,
  lostAt: null,
  closedAt: null,
  closeReason: null,
  absorbedBy: null,
  failedProbes: 0,
  nextProbeAt: '2026-02-05T06:31:00.000Z',
  feeds: 3,
};

export const incidentOperations = {
  listBlameIncidents: {
    method: 'get',
    path: '/api/v1/blame/incidents',
    scope: 'sources:read',
    summary: 'List incidents: hosts, parts of them, domains and CDNs that fail as a whole',
    description:
      'Their feeds wait, and nothing counts against them. Those that are open come first, then the newest.',
    query: blameIncidentQuerySchema,
    answer: { status: 200, description: 'A page of incidents.', schema: blameIncidentPageSchema },
    examples: {
      open: { query: { open: 'true' }, answer: { items: [exampleIncident], nextCursor: null } },
    },
  },
  getBlameIncident: {
    method: 'get',
    path: '/api/v1/blame/incidents/:id',
    scope: 'sources:read',
    summary: 'Read an incident: what it is about, its evidence, and what must happen for it to be over',
    params: z.object({ id: z.uuid({ error: NO_SUCH_INCIDENT }) }),
    answer: { status: 200, description: 'The incident.', schema: blameIncidentDetailSchema },
    examples: {
      one: {
        params: { id: EXAMPLE_INCIDENT_ID },
        answer: {
          ...exampleIncident,
          hosts: ['down.example'],
          hostCount: 1,
          feedsNow: 3,
          evidence: [{ sourceId: EXAMPLE_SOURCE_ID, at: '2026-02-05T06:00:00.000Z' }],
          ends: 'One of its feeds is polled for all when the next probe is due. When it responds well, two more are asked: two good responses of three end it.',
        },
      },
    },
  },
  getOwnNetwork: {
    method: 'get',
    path: '/api/v1/self',
    scope: 'sources:read',
    summary: 'Read how the networks are that crawlers poll from',
    description: 'While one is offline, its crawlers poll nothing, and no failure counts.',
    answer: { status: 200, description: 'The networks.', schema: ownNetworkSchema },
    examples: {
      online: {
        answer: {
          vantage: 'default',
          watched: true,
          items: [{ vantage: 'default', state: 'online', since: null }],
          outages: [],
        },
      },
    },
  },
} satisfies OperationTable;
