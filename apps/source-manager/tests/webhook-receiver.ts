import { verifyWebhook } from '@feedwarden/client';
import { WEBHOOK_HEADERS, type WebhookMessage } from '@feedwarden/contracts';
import { startTestWebServer } from '@feedwarden/test-kit';

export const RECEIVER_SECRET = `whsec_${Buffer.from('a secret that is only for the tests').toString('base64')}`;

export interface WebhookReceiver {
  url: string;
  /** What came, in its order; each was verified as a receiver would. */
  messages: WebhookMessage[];
  /** What went wrong with what came. */
  refused: string[];
  /** Of each request, in their order. */
  headers: Record<string, string | string[] | undefined>[];
  /** The status it answers from now on. */
  answer(status: number | ((message: WebhookMessage) => number | Promise<number>)): void;
  close(): Promise<void>;
}

/** Somebody who listens, on loopback, and checks every signature with the function that we give to receivers. */
export async function startReceiver(): Promise<WebhookReceiver> {
  let answer: (message: WebhookMessage) => number | Promise<number> = () => 204;
  const messages: WebhookMessage[] = [];
  const refused: string[] = [];
  const headers: WebhookReceiver['headers'] = [];
  const server = await startTestWebServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push(request.headers);
    try {
      const body = Buffer.concat(chunks);
      const message = verifyWebhook({ headers: request.headers, body }, { secrets: RECEIVER_SECRET });
      if (request.headers[WEBHOOK_HEADERS.id] !== message.id) throw new Error('another id in the header');
      messages.push(message);
      response.writeHead(await answer(message), { location: '/elsewhere' }).end('ignored');
    } catch (error) {
      refused.push(String(error));
      response.writeHead(401).end();
    }
  });
  return {
    url: `${server.url}/hook`,
    messages,
    refused,
    headers,
    answer: (next) => {
      answer = typeof next === 'number' ? () => next : next;
    },
    close: server.close,
  };
}
