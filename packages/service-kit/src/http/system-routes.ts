import { createHash } from 'node:crypto';
import { REFERENCE_STYLE, referencePage } from '@feedwarden/api-reference';
import {
  documentationOperations,
  openApiDocument,
  type ServiceApi,
  systemOperations,
} from '@feedwarden/contracts';
import { inTime } from '@feedwarden/pacing';
import type { Availability } from '../lifecycle/availability.js';
import type { Metrics } from '../telemetry/metrics.js';
import { Problem } from './problem.js';
import { type Route, routesOf } from './routes.js';

/** Rejects while the service cannot do its work. */
export type Readiness = () => Promise<void>;

export interface HealthParts {
  readiness: Readiness;
  availability: Availability;
  metrics: Metrics;
}

/** Probes have short timeouts of their own. */
const READY_WITHIN_SECONDS = 3;

/** `/healthz`: the process is alive. `/readyz`: it can do its work now. `/metrics`: numbers for Prometheus. */
export function healthRoutes({ readiness, availability, metrics }: HealthParts): Route[] {
  return routesOf(systemOperations, {
    getHealth: () => ({ status: 'alive', version: metrics.build.version }),
    getReadiness: async () => {
      availability.check();
      try {
        await inTime(readiness(), READY_WITHIN_SECONDS);
      } catch {
        throw new Problem(503, 'the service cannot reach its database', { headers: { 'retry-after': '5' } });
      }
      return { status: 'ready' };
    },
    getMetrics: () => metrics.registry.metrics(),
  });
}

/** The page has one style sheet and nothing else: no script, no image, nothing from elsewhere. */
const STYLE_HASH = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference: `/openapi.json` for programs, `/docs` for people. */
export function documentationRoutes(api: ServiceApi): Route[] {
  const document = openApiDocument(api);
  const page = referencePage(document);
  return routesOf(documentationOperations, {
    getOpenApi: () => ({ ...document }),
    getDocs: ({ response }) => {
      response.set('content-security-policy', PAGE_POLICY);
      return page;
    },
  });
}
