import { EventEmitter, once } from 'node:events';
import { appParts, eventually, TEST_ROW, TEST_TRUST, testRoute, testToken } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { z } from 'zod';
import { createRequireScope } from '../src/auth/require-token.js';
import { createTokenVerifier } from '../src/auth/token-verifier.js';
import { createHttpApp } from '../src/http/http-app.js';
import { startHttpServer } from '../src/http/http-server.js';
import type { Route } from '../src/http/routes.js';

const told = (schema: z.ZodType) => ({ status: 200, description: 'What was read.', schema });

function serve(...routes: Route[][]) {
  const requireScope = createRequireScope(createTokenVerifier(TEST_TRUST));
  const { parts } = appParts();
  return createHttpApp({ ...parts, requireScope, routes: routes.flat() });
}

describe('the checks of a route', () => {
  const app = serve(
    testRoute(
      {
        ...TEST_ROW,
        method: 'post',
        path: '/things/:id',
        scope: 'sources:write',
        params: z.object({ id: z.uuid({ error: 'there is no such thing' }) }),
        query: z.strictObject({ colour: z.enum(['red']).optional() }),
        body: { schema: z.strictObject({ name: z.string() }) },
      },
      () => {},
    ),
  );
  const good = '/things/3f0c7d52-8f2b-4a55-9a53-2f7a5d0c9a11';

  it.each([
    ['no token and a body that is no JSON', null, '/things/nothing', '{', 401],
    ['the wrong scope and a body that is no JSON', ['sources:read'] as const, '/things/nothing', '{', 403],
    ['a path that cannot be', ['sources:write'] as const, '/things/nothing?colour=x', '{}', 404],
    ['a bad query', ['sources:write'] as const, `${good}?colour=blue`, '{"name":"a"}', 400],
    ['a bad body', ['sources:write'] as const, good, '{"nome":"a"}', 400],
    ['all that is asked for', ['sources:write'] as const, `${good}?colour=red`, '{"name":"a"}', 200],
  ])('report the first mistake, given %s', async (_given, scopes, path, body, status) => {
    const ask = request(app).post(path).set('content-type', 'application/json');
    if (scopes) ask.set('authorization', `Bearer ${await testToken(scopes)}`);
    await ask.send(body).expect(status);
  });

  it('respond 404 in the words of the schema, given an impossible path', async () => {
    const answer = await request(app)
      .post('/things/nothing')
      .set('authorization', `Bearer ${await testToken(['sources:write'])}`);
    expect(answer.body).toMatchObject({ status: 404, detail: 'there is no such thing' });
  });
});

describe('a mounted route', () => {
  it('prefers a literal path to a parameter', async () => {
    const app = serve(
      testRoute({ ...TEST_ROW, path: '/things/:id', answer: told(z.string()) }, () => 'one'),
      testRoute({ ...TEST_ROW, path: '/things/changes', answer: told(z.string()) }, () => 'changes'),
    );
    await request(app).get('/things/changes').expect(200, '"changes"');
    await request(app).get('/things/other').expect(200, '"one"');
  });

  it('reads the headers of its row in any case, and no others', async () => {
    const headers = z.object({
      'If-Match': z
        .string()
        .regex(/^"\d+"$/, 'must be an ETag of ours')
        .optional(),
    });
    const app = serve(
      testRoute({ ...TEST_ROW, path: '/', headers, answer: told(headers) }, (call) => call.headers),
    );
    await request(app).get('/').set('if-match', '"7"').set('x-other', 'x').expect(200, { 'If-Match': '"7"' });
    const answer = await request(app).get('/').set('if-match', 'seven').expect(400);
    expect(answer.body.errors).toEqual([{ field: 'If-Match', message: 'must be an ETag of ours' }]);
  });

  it('reads and sends text of another media type than JSON', async () => {
    const app = serve(
      testRoute(
        {
          ...TEST_ROW,
          method: 'post',
          path: '/',
          body: { schema: z.string(), mediaTypes: ['text/x-opml'], limit: '50b' },
          answer: { ...told(z.string()), mediaType: 'text/x-opml' },
        },
        ({ body }) => body,
      ),
    );
    const send = (text: string, type = 'text/x-opml') =>
      request(app).post('/').set('content-type', type).send(text);
    await send('<opml/>')
      .expect(200, '<opml/>')
      .expect('content-type', /^text\/x-opml/);
    await send('<opml/>', 'text/plain').expect(415);
    await send('<opml></opml>'.repeat(4)).expect(413);
  });

  it('responds 503 to more bodies at a time than its row allows', async () => {
    const events = new EventEmitter();
    const [reached, held] = [once(events, 'reached'), once(events, 'go on')];
    const body = { schema: z.strictObject({}), atOnce: 1 };
    const app = serve(
      testRoute({ ...TEST_ROW, method: 'post', path: '/', body }, async () => {
        events.emit('reached');
        await held;
      }),
    );
    const first = request(app).post('/').send({}).expect(200).then();
    await reached;
    await request(app).post('/').send({}).expect(503).expect('retry-after', '1');
    events.emit('go on');
    await first;
    await request(app).post('/').send({}).expect(200);
  });

  it.each([
    ['a header', 'text/xml; charset=windows-1251', Buffer.from([0xcf, 0xf0, 0xe8])],
    [
      'a declaration',
      'text/xml',
      Buffer.from([...Buffer.from('<?xml encoding="koi8-r"?>'), 0xf0, 0xd2, 0xc9]),
    ],
    ['a mark', 'text/xml', Buffer.from('\uFEFFПри', 'utf16le')],
  ])('decodes a text whose character set is named by %s', async (...given) => {
    const [, type, bytes] = given;
    const body = { schema: z.string(), mediaTypes: ['text/xml'] };
    const app = serve(
      testRoute(
        { ...TEST_ROW, method: 'post', path: '/', body, answer: told(z.string()) },
        (call) => call.body,
      ),
    );
    const sent = await request(app).post('/').set('content-type', type).send(bytes).expect(200);
    expect(sent.body).toMatch(/При$/);
  });

  it('streams a response in pieces, and ends when the client disconnects', async () => {
    let ended = false;
    async function* pieces(last: number) {
      try {
        for (let n = 0; n < last; n += 1) yield `${n} `;
      } finally {
        ended = true;
      }
    }
    const answer = { ...told(z.string()), mediaType: 'text/plain' };
    const app = serve(
      testRoute({ ...TEST_ROW, path: '/short', answer }, () => pieces(3)),
      testRoute({ ...TEST_ROW, path: '/endless', answer }, () => pieces(Number.POSITIVE_INFINITY)),
    );
    await request(app)
      .get('/short')
      .expect(200, '0 1 2 ')
      .expect('content-type', /^text\/plain/);
    ended = false;
    const server = await startHttpServer(app, { port: 0 });
    const leaving = await fetch(`http://127.0.0.1:${server.port}/endless`);
    await leaving.body?.cancel();
    await eventually(() => expect(ended).toBe(true));
    await server.close();
  });
});
