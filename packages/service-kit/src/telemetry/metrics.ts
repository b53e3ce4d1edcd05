import { METHODS } from 'node:http';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { routeOf } from '../http/request-log.js';

export interface Build {
  service: string;
  version: string;
}

export interface Metrics {
  build: Build;
  /** For metrics of one service. */
  registry: Registry;
  countRequests: RequestHandler;
  /** For the logger: lines of level error are for a person. */
  countLine: (level: string) => void;
}

/** Served at `GET /metrics`: the process and its build, the requests by route pattern, the log lines by level. */
export function createMetrics(build: Build): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'feedwarden_build_info',
    help: 'Always 1; its labels name what is running',
    labelNames: ['service', 'version', 'node'],
    registers,
  }).set({ ...build, node: process.versions.node }, 1);
  const lines = new Counter({
    name: 'feedwarden_log_lines_total',
    help: 'Log lines by level; a line of level error needs a person',
    labelNames: ['level'],
    registers,
  });
  for (const level of ['warn', 'error']) lines.inc({ level }, 0);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers,
  });
  return {
    build,
    registry,
    countLine: (level) => lines.inc({ level }),
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
