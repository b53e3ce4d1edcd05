import { METHODS } from 'node:http';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routeOf } from '../http/request-log.js';

export interface Metrics {
  /** For metrics of one service. */
  registry: Registry;
  countRequests: RequestHandler;
}

/** Served at `GET /metrics`: the process, and the requests by route pattern. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    countRequests: (request, response, next) => {
      const end = requests.startTimer();
      response.on('close', () => {
        const method = METHODS.includes(request.method) ? request.method : 'other';
        end({ method, route: routeOf(request) ?? 'none', status: response.statusCode });
      });
      next();
    },
  };
}
