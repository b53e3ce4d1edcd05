import { policyOperations } from '../policies/policy-operations.js';
import { bulkOperations } from './bulk-operations.js';
import { crawlerFacingOperations } from './crawler-facing-operations.js';
import { credentialOperations } from './credential-operations.js';
import { documentationOperations } from './documentation-operations.js';
import { eventOperations } from './event-operations.js';
import type { ServiceApi } from './operation.js';
import { opmlOperations } from './opml-operations.js';
import { sourceOperations } from './source-operations.js';
import { switchOperations } from './switch-operations.js';
import { systemOperations } from './system-operations.js';
import { webhookOperations } from './webhook-operations.js';

export const sourceManagerApi = {
  title: 'Feedwarden source-manager',
  description: 'What sources are, and whether they may be polled.',
  areas: {
    Sources: sourceOperations,
    'Many sources': { ...bulkOperations, ...opmlOperations },
    Switches: switchOperations,
    Events: eventOperations,
    Policies: policyOperations,
    Credentials: credentialOperations,
    Webhooks: webhookOperations,
    'For crawlers': crawlerFacingOperations,
    System: systemOperations,
    Documentation: documentationOperations,
  },
} satisfies ServiceApi;
