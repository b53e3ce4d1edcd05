import { articleOperations } from './article-operations.js';
import { discoveryOperations } from './discovery-operations.js';
import { documentationOperations } from './documentation-operations.js';
import { feedOperations } from './feed-operations.js';
import type { ServiceApi } from './operation.js';
import { postOperations } from './post-operations.js';
import { systemOperations } from './system-operations.js';

export const crawlerApi = {
  title: 'Feedwarden crawler',
  description: 'What happens when sources are polled, and what was found.',
  areas: {
    Feeds: feedOperations,
    Discovery: discoveryOperations,
    Posts: postOperations,
    Articles: articleOperations,
    System: systemOperations,
    Documentation: documentationOperations,
  },
} satisfies ServiceApi;
