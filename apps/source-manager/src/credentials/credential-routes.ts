import { credentialOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { CredentialStore } from './credential-store.js';

export function credentialRoutes(store: CredentialStore): Route[] {
  return routesOf(credentialOperations, {
    putCredential: ({ params: { provider }, body, caller }) =>
      store.put({ ownerId: caller.subject, provider }, body.apiKey),

    deleteCredential: async ({ params: { provider }, caller }) => {
      const removed = await store.remove({ ownerId: caller.subject, provider });
      if (!removed) throw new Problem(404, `you have no API key for ${provider}`);
    },
  });
}
