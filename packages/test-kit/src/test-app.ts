import type { Operation, ServiceApi } from '@feedwarden/contracts';
import {
  createAvailability,
  createFaultLog,
  createMetrics,
  DATABASE_FAULT,
  type Handle,
  type Route,
  routesOf,
} from '@feedwarden/service-kit';
import type { Express } from 'express';
import { captureLogs } from './captured-logs.js';

const TEST_API: ServiceApi = { title: 'A service of a test', description: '', areas: {} };

/** What an HTTP app needs beside its routes, for a service that is ready. */
export function appParts(readiness = async () => {}) {
  const { logger, lines } = captureLogs();
  const availability = createAvailability();
  availability.enter('ready');
  return {
    parts: {
      logger,
      faults: createFaultLog(logger, [DATABASE_FAULT]),
      api: TEST_API,
      readiness,
      availability,
      metrics: createMetrics({ service: 'test', version: '1.2.3' }),
    },
    lines,
  };
}

/** The fields of a row that most tests do not depend on. */
export const TEST_ROW = {
  method: 'get',
  scope: null,
  summary: 'A route of a test',
  answer: { status: 200, description: 'What the test says.' },
  examples: {},
} as const satisfies Partial<Operation>;

export function testRoute<const Row extends Operation>(row: Row, handle: NoInfer<Handle<Row>>): Route[] {
  return routesOf({ test: row }, { test: handle });
}

/** The routes that express knows, such as `GET /api/v1/sources/:id`. */
export function mountedRoutes(app: Express): string[] {
  return app.router.stack
    .flatMap(({ route }) => (route ? [route] : []))
    .map(({ path, stack }) => ({ path, methods: [...new Set(stack.map(({ method }) => method))] }))
    .filter(({ methods }) => !isRefusal(methods))
    .flatMap(({ path, methods }) => methods.map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
}

/** The route behind each path that responds 405 is for all methods. */
const isRefusal = (methods: string[]) => methods.includes('trace');

export function tabledRoutes(api: ServiceApi): string[] {
  return Object.values(api.areas)
    .flatMap((table) => Object.values(table))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();
}
