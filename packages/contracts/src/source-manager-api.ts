import { installationOperations } from './http/installation.js';
import type { ServiceApi } from './http/operation.js';
import { documentationOperations, systemOperations } from './http/system-operations.js';
import { loginOperations } from './logins/login-operations.js';
import { overviewOperations } from './overview/overview-operations.js';
import { streamOperations } from './overview/stream.js';
import { policyOperations } from './policies/policy-operations.js';
import { bulkOperations } from './sources/bulk-change.js';
import { crawlerFacingOperations } from './sources/crawler-operations.js';
import { credentialOperations } from './sources/credential.js';
import { opmlOperations } from './sources/opml.js';
import { eventOperations } from './sources/source-events.js';
import { sourceOperations } from './sources/source-operations.js';
import { switchOperations } from './switches/switch-operations.js';
import { webhookOperations } from './webhooks/webhook-operations.js';

export const sourceManagerApi = {
  title: 'Feedwarden source-manager',
  description: 'Sources, and whether they may be polled.',
  cookie: true,
  areas: {
    Overview: { ...overviewOperations, ...streamOperations },
    Sources: sourceOperations,
    'Many sources': { ...bulkOperations, ...opmlOperations },
    Switches: switchOperations,
    Events: eventOperations,
    Policies: policyOperations,
    Credentials: credentialOperations,
    Webhooks: webhookOperations,
    'For crawlers': crawlerFacingOperations,
    'Log-in': loginOperations,
    Installation: installationOperations,
    System: systemOperations,
    Documentation: documentationOperations,
  },
} satisfies ServiceApi;
