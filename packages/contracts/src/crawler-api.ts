import { articleOperations } from './content/article.js';
import { postOperations } from './content/post.js';
import { discoveryOperations } from './discovery/discovery-operations.js';
import type { ServiceApi } from './http/operation.js';
import { documentationOperations, systemOperations } from './http/system-operations.js';
import { feedOperations } from './polls/feed-operations.js';
import { incidentOperations } from './polls/incident-operations.js';

export const crawlerApi = {
  title: 'Feedwarden crawler',
  description: 'Polls of sources, and the posts they found.',
  areas: {
    Feeds: feedOperations,
    Incidents: incidentOperations,
    Discovery: discoveryOperations,
    Posts: postOperations,
    Articles: articleOperations,
    System: systemOperations,
    Documentation: documentationOperations,
  },
} satisfies ServiceApi;
