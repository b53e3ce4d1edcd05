import {
  type DocumentedRequest,
  EXAMPLE_SOURCE_ID,
  EXAMPLE_TWITTER_SOURCE_ID,
  EXAMPLE_WEBHOOK_ID,
} from '@feedwarden/contracts';
import { testToken } from '@feedwarden/service-kit/testing';

export interface ExampleState {
  sourceId: string;
  /** The same request, about what is really there. */
  about(request: DocumentedRequest): DocumentedRequest;
  remove(): Promise<void>;
}

/** What the examples tell of, made by the API, as if nothing had happened to it yet. */
export async function createExampleState(managerUrl: string, siteUrl: string): Promise<ExampleState> {
  const ask = async (method: string, path: string, body?: object): Promise<{ id?: string }> => {
    const authorization = `Bearer ${await testToken(['sources:write'])}`;
    const response = await fetch(`${managerUrl}/api/v1/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (body && !response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
    return text ? JSON.parse(text) : {};
  };

  const feedUrl = `${siteUrl}/feed`;
  const { id: sourceId = '' } = await ask('POST', 'sources', { name: 'Example News', feedUrl });
  const twitter = { name: 'X', type: 'twitter', feedUrl: 'https://x.com/example' };
  const { id: twitterId = '' } = await ask('POST', 'sources', twitter);
  const { id: webhookId = '' } = await ask('POST', 'webhooks', { url: `${siteUrl}/hook` });
  await ask('PUT', 'credentials/twitter', { apiKey: 'an-example-key' });
  const inPlace = (text: string) =>
    text
      .replaceAll(EXAMPLE_SOURCE_ID, sourceId)
      .replaceAll(EXAMPLE_TWITTER_SOURCE_ID, twitterId)
      .replaceAll(EXAMPLE_WEBHOOK_ID, webhookId);

  return {
    sourceId,
    about: (request) => ({
      ...request,
      path: inPlace(request.path),
      body: request.body && JSON.parse(inPlace(JSON.stringify(request.body))),
    }),
    remove: async () => {
      await ask('DELETE', `webhooks/${webhookId}`);
      await ask('DELETE', `sources/${sourceId}`);
      await ask('DELETE', `sources/${twitterId}`);
    },
  };
}
