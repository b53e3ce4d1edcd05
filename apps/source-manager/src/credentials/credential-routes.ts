import {
  type CredentialProvider,
  credentialProviderSchema,
  newCredentialSchema,
  type Source,
  type SourceCredential,
  type SourceType,
} from '@feedwarden/contracts';
import { callerOf, Problem, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import { found, sourceId } from '../sources/source-id.js';
import type { CredentialStore } from './credential-store.js';

/** Whose key a source of this type is polled with. */
const PROVIDERS: Record<SourceType, CredentialProvider | null> = {
  rss: null,
  website: null,
  watchlist: null,
  twitter: 'twitter',
};

/** It travels in a header: better refused now than at the first poll. */
const bodySchema = newCredentialSchema.extend({
  apiKey: newCredentialSchema.shape.apiKey.regex(/^[!-~]*$/, 'must be one word, without spaces or accents'),
});

export function credentialRoutes(
  store: CredentialStore,
  findSource: (id: string) => Promise<Source | null>,
  requireScope: RequireScope,
): Router {
  const routes = Router();

  routes.put('/api/v1/credentials/:provider', requireScope('sources:write'), async (request, response) => {
    const provider = knownProvider(request.params.provider);
    const { apiKey } = readInput(bodySchema, request.body, 'body');
    response.json(await store.put({ ownerId: callerOf(response).subject, provider }, apiKey));
  });

  routes.delete('/api/v1/credentials/:provider', requireScope('sources:write'), async (request, response) => {
    const provider = knownProvider(request.params.provider);
    const removed = await store.remove({ ownerId: callerOf(response).subject, provider });
    if (!removed) throw new Problem(404, `you have no API key for ${provider}`);
    response.status(204).end();
  });

  routes.get('/api/v1/sources/:id/credential', requireScope('crawler'), async (request, response) => {
    response.set('cache-control', 'no-store');
    const { type, ownerId } = found(await findSource(sourceId(request.params.id)));
    const provider = PROVIDERS[type];
    if (!provider) throw new Problem(404, `a source of the type ${type} needs no API key`);
    const apiKey = await store.reveal({ ownerId, provider });
    if (apiKey === null) throw new Problem(404, `the owner of this source has no API key for ${provider}`);
    const answer: SourceCredential = { provider, apiKey };
    response.json(answer);
  });

  return routes;
}

function knownProvider(text: unknown): CredentialProvider {
  const provider = credentialProviderSchema.safeParse(text);
  if (!provider.success) throw new Problem(404, 'there is no provider of this name');
  return provider.data;
}
