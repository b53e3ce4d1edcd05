import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { eventually, startTestWebServer } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { createPostMessage } from '../src/webhooks/post-message.js';

const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
const message = { headers: { 'content-type': 'application/json' }, body: '{}' };

const timersSet = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('posting a message', () => {
  it.each([
    ['words', 200, 'thank you'],
    ['nothing but a status', 204, undefined],
    ['a refusal', 500, 'no'],
  ])('holds no timer after a receiver responded with %s', async (_what, status, words) => {
    const receiver = await startTestWebServer((_request, response) => response.writeHead(status).end(words));
    try {
      const before = timersSet();
      const post = createPostMessage(agents, { responseSeconds: 60 });
      expect(await post(receiver.url, message, new AbortController().signal)).toMatchObject({ status });
      await eventually(() => expect(timersSet()).toBeLessThanOrEqual(before));
    } finally {
      await receiver.close();
    }
  });
});
