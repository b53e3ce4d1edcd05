import { type HealthReportAnswer, healthReportSchema } from '@feedwarden/contracts';
import { type RequireScope, readInput } from '@feedwarden/service-kit';
import express, { Router } from 'express';
import type { ApplyHealthReports } from './apply-health-reports.js';

/** Room for a full batch with the longest error texts, however they are escaped. Read only for a crawler's token. */
const BODY_LIMIT = '8mb';

export function healthReportRoutes(apply: ApplyHealthReports, requireScope: RequireScope): Router {
  const routes = Router();
  routes.post(
    '/api/v1/sources/health',
    requireScope('crawler'),
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { reports } = readInput(healthReportSchema, request.body, 'body');
      const answer: HealthReportAnswer = { applied: await apply(reports) };
      response.json(answer);
    },
  );
  return routes;
}
