import {
  autoDisableSchema,
  feedDisableSchema,
  feedEnableSchema,
  quarantineSchema,
  releaseSchema,
  type Scope,
  type Source,
} from '@feedwarden/contracts';
import { callerOf, Problem, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import type { z } from 'zod';
import { answerSource } from './answer-source.js';
import { type ChangeRequest, readChangeRequest } from './change-request.js';
import type { createFeedSwitch } from './feed-switch.js';
import { found } from './source-id.js';

export function feedSwitchRoutes(
  feedSwitch: ReturnType<typeof createFeedSwitch>,
  requireScope: RequireScope,
): Router {
  const routes = Router();

  /** Five switches, one shape: who flips it, for which source, and with which words. */
  function flip<Schema extends z.ZodType>(
    name: string,
    scope: Scope,
    schema: Schema,
    carryOut: (request: ChangeRequest, body: z.output<Schema>) => Promise<Source | null>,
  ): void {
    routes.patch(`/api/v1/sources/:id/${name}`, requireScope(scope), async (request, response) => {
      const body = readInput(schema, request.body ?? {}, 'body');
      if (hasCommand(body) && !callerOf(response).scopes.has('crawler'))
        throw new Problem(403, 'only a crawler sends commands: the token lacks the scope crawler');
      answerSource(response, found(await carryOut(readChangeRequest(request, response), body)));
    });
  }

  flip('feed-disable', 'feeds:toggle', feedDisableSchema, feedSwitch.disableFeed);
  flip('feed-enable', 'feeds:toggle', feedEnableSchema, feedSwitch.enableFeed);
  flip('quarantine', 'feeds:toggle', quarantineSchema, feedSwitch.quarantine);
  flip('release', 'feeds:toggle', releaseSchema, feedSwitch.release);
  flip('auto-disable', 'crawler', autoDisableSchema, feedSwitch.autoDisable);

  return routes;
}

const hasCommand = (body: unknown): boolean => (body as { command?: unknown }).command !== undefined;
