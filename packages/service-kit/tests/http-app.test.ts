import { createHash } from 'node:crypto';
import { problemSchema } from '@feedwarden/contracts';
import { appParts, LEVEL, TEST_ROW, testRoute } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { z } from 'zod';
import { createRequireScope } from '../src/auth/require-token.js';
import { createHttpApp } from '../src/http/http-app.js';
import { Problem } from '../src/http/problem.js';

const thingSchema = z.strictObject({ name: z.string(), size: z.int() });
const refuseEverybody = createRequireScope(() => Promise.reject(new Error('nobody asked for a token')));

/** A small service with one route for each thing that can happen. */
function createService(readiness?: () => Promise<void>) {
  const routes = [
    testRoute({ ...TEST_ROW, path: '/fault' }, () => {
      throw new Error('password of the database: s3cret');
    }),
    testRoute({ ...TEST_ROW, path: '/later-fault' }, async () => {
      await Promise.reject(new Error('password of the database: s3cret'));
    }),
    testRoute({ ...TEST_ROW, path: '/pretender' }, () => {
      throw Object.assign(new Error('s3cret of a library'), { status: 404 });
    }),
    testRoute({ ...TEST_ROW, path: '/busy' }, () => {
      throw new Problem(503, 'not now', { headers: { 'retry-after': '7' } });
    }),
    testRoute({ ...TEST_ROW, path: '/half' }, ({ response }) => {
      response.write('the beginning');
      throw new Error('too late');
    }),
    testRoute(
      {
        ...TEST_ROW,
        method: 'post',
        path: '/things',
        body: { schema: thingSchema },
        answer: { status: 201, description: 'The thing.', schema: thingSchema },
      },
      ({ body }) => body,
    ),
  ].flat();
  const { parts, lines } = appParts(readiness);
  const errors = () => lines.filter(({ level }) => level >= LEVEL.error);
  return { app: createHttpApp({ ...parts, requireScope: refuseEverybody, routes }), parts, lines, errors };
}

const PROBLEM = /^application\/problem\+json/;

describe('the error door', () => {
  it.each(['/fault', '/later-fault', '/pretender'])(
    'Given a fault of ours at %s, when it is answered, then its text is hidden and logged once',
    async (path) => {
      const { app, errors } = createService();
      const answer = await request(app).get(path).expect(500).expect('content-type', PROBLEM);
      const problem = problemSchema.parse(answer.body);
      expect(answer.text).not.toContain('s3cret');
      expect(problem).toMatchObject({ type: 'about:blank', title: 'Internal error', status: 500 });
      expect(errors()).toEqual([
        expect.objectContaining({ msg: 'request failed', requestId: problem.requestId }),
      ]);
    },
  );

  it('Given a fault of ours, when the log is read, then it has the text and the stack', async () => {
    const { app, errors } = createService();
    await request(app).get('/fault').expect(500);
    expect(errors()[0]?.err).toMatchObject({
      message: 'password of the database: s3cret',
      stack: expect.stringContaining('http-app.test'),
    });
  });

  it('Given a problem of 5xx that a route tells, when it is answered, then it is told and no error', async () => {
    const { app, errors } = createService();
    const answer = await request(app).get('/busy').expect(503).expect('retry-after', '7');
    expect(answer.body).toMatchObject({ title: 'Not available', status: 503, detail: 'not now' });
    expect(errors()).toEqual([]);
  });

  it('Given an answer that has begun, when it fails, then it is cut off, and logged once', async () => {
    const { app, errors } = createService();
    await expect(request(app).get('/half')).rejects.toThrow();
    expect(errors()).toEqual([expect.objectContaining({ msg: 'request failed' })]);
  });
});

describe('mistakes of a client', () => {
  const post = (app: ReturnType<typeof createService>['app'], body: string, type = 'application/json') =>
    request(app).post('/things').set('content-type', type).send(body);

  it.each([
    { given: 'malformed JSON', body: '{"name": s3cret', status: 400, title: 'Bad request' },
    { given: 'JSON that is no object', body: '"s3cret"', status: 400, title: 'Bad request' },
    {
      given: 'too large a body',
      body: JSON.stringify({ name: 's3cret'.repeat(20_000) }),
      status: 413,
      title: 'Request too large',
    },
    {
      given: 'an unknown character set',
      body: '{"name": "s3cret"}',
      type: 'application/json; charset=klingon',
      status: 415,
      title: 'Unsupported media type',
    },
  ])(
    'Given $given, when it is posted, then it is $status, and nothing of ours is logged',
    async (mistake) => {
      const { app, errors } = createService();
      const answer = await post(app, mistake.body, mistake.type)
        .expect(mistake.status)
        .expect('content-type', PROBLEM);
      expect(problemSchema.parse(answer.body)).toMatchObject({
        title: mistake.title,
        status: mistake.status,
      });
      expect(answer.text).not.toContain('s3cret');
      expect(errors()).toEqual([]);
    },
  );

  it('Given too large a body, when it is posted, then the answer tells how large one may be', async () => {
    const answer = await post(createService().app, JSON.stringify({ name: 'x'.repeat(120_000) })).expect(413);
    expect(answer.body.detail).toBe('the request body is larger than 102400 bytes');
  });

  it('Given several bad fields, when they are posted, then every one is named', async () => {
    const { app } = createService();
    const answer = await post(app, '{"size": "big", "colour": "red"}')
      .expect(400)
      .expect('content-type', PROBLEM);
    const { errors } = problemSchema.parse(answer.body);
    expect(errors?.map(({ field }) => field).sort()).toEqual(['colour', 'name', 'size']);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/json',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'multipart/form-data; boundary=x',
  ])('Given a body of the type %s, when it is posted, then it is 415 and says what to send', async (type) => {
    const { app } = createService();
    const answer = await post(app, '{"name": "a", "size": 1}', type).expect(415);
    expect(answer.body.detail).toBe('send the body as application/json, in UTF-8');
  });

  it.each(['application/json', 'APPLICATION/JSON; charset="utf-8"', 'application/json;charset=UTF-8'])(
    'Given a body of the type %s, when it is posted, then it is read',
    async (type) => {
      await post(createService().app, '{"name": "a", "size": 1}', type).expect(201);
    },
  );

  it('Given a route for other methods, when it is asked with GET, then it is 405 and names them', async () => {
    const { app } = createService();
    const answer = await request(app).get('/things').expect(405).expect('allow', 'POST');
    expect(answer.body.title).toBe('Method not allowed');
  });

  it('Given a route for GET, when it is asked with another method, then HEAD is named too', async () => {
    await request(createService().app).delete('/healthz').expect(405).expect('allow', 'GET, HEAD');
  });

  it.each([
    ['GET', '/nowhere'],
    ['GET', '/'],
  ])('Given no route, when %s %s is asked, then it is 404 and says so', async (method, path) => {
    const { app, errors } = createService();
    const answer = await request(app).get(path).expect(404).expect('content-type', PROBLEM);
    expect(answer.body).toMatchObject({
      title: 'Not found',
      detail: `there is nothing at ${method} ${path}`,
    });
    expect(errors()).toEqual([]);
  });
});

describe('what every answer has', () => {
  it('Given a problem, when it is answered, then its request id is the one in the header and in the log', async () => {
    const { app, lines } = createService();
    const answer = await request(app).get('/nowhere');
    const { requestId } = problemSchema.parse(answer.body);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(requestId);
    expect(lines).toContainEqual(expect.objectContaining({ requestId, status: 404, route: null }));
  });

  it('Given good input, when it is posted, then it is answered and no server is advertised', async () => {
    const { app } = createService();
    const answer = await request(app)
      .post('/things')
      .send({ name: 'a', size: 1 })
      .expect(201, { name: 'a', size: 1 });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the health routes', () => {
  it('Given a service that can work, when it is asked, then it is alive and ready', async () => {
    const { app } = createService();
    await request(app).get('/healthz').expect(200, { status: 'alive' });
    await request(app).get('/readyz').expect(200, { status: 'ready' });
  });

  it('Given a database that is away, when it is asked, then it is alive and not ready', async () => {
    const { app, errors } = createService(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')));
    await request(app).get('/healthz').expect(200);
    const answer = await request(app).get('/readyz').expect(503).expect('retry-after', '5');
    expect(answer.text).not.toContain('10.0.0.7');
    expect(errors()).toEqual([]);
  });
});

describe('what a service tells of itself', () => {
  it('Given its table of routes, when it is asked, then it answers with an OpenAPI document', async () => {
    const { app, parts } = createService();
    const answer = await request(app)
      .get('/openapi.json')
      .expect(200)
      .expect('content-type', /^application\/json/);
    expect(answer.body).toMatchObject({ openapi: '3.1.1', info: { title: parts.api.title } });
  });

  it('Given a browser, when it opens the page, then the policy allows its one style and nothing else', async () => {
    const { app } = createService();
    const answer = await request(app)
      .get('/docs')
      .expect(200)
      .expect('content-type', /^text\/html/);
    const style = /<style>(.*?)<\/style>/s.exec(answer.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });
});

describe('what comes with every answer', () => {
  it.each(['/healthz', '/nowhere', '/fault'])(
    'Given %s, when it is asked, then the answer may load nothing and be framed nowhere',
    async (path) => {
      const { headers } = await request(createService().app).get(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  it.each([
    ['a sane id', 'job-42.part_7', true],
    ['none', '', false],
    ['one that is too long', 'a'.repeat(65), false],
    ['one with a trick', 'abcdefgh{"level":50}', false],
  ])('Given %s as the request id, when it is asked, then %p: it is kept', async (_given, id, kept) => {
    const { headers } = await request(createService().app).get('/healthz').set('x-request-id', id);
    expect(headers['x-request-id'] === id).toBe(kept);
  });
});

describe('a service that is not ready', () => {
  it.each(['starting', 'stopping'] as const)(
    'Given one that is %s, when it is asked, then it says so',
    async (phase) => {
      const { app, parts } = createService();
      parts.availability.enter(phase);
      for (const path of ['/readyz', '/api/v1/anything']) {
        const { body } = await request(app).get(path).expect(503).expect('retry-after', '5');
        expect(body.detail).toBe(`the service is ${phase}`);
      }
      await request(app).get('/healthz').expect(200);
    },
  );

  it('Given a database that never answers, when it is asked, then it is not ready', async () => {
    const { app } = createService(() => new Promise(() => {}));
    await request(app).get('/readyz').expect(503).expect('retry-after', '5');
  });
});

describe('the metrics', () => {
  it('Given requests, when the metrics are read, then they are there by pattern, and nobody is named', async () => {
    const { app } = createService();
    await request(app).post('/things').send({ name: 'a', size: 1 });
    await request(app).get('/nowhere/s3cret?token=s3cret');
    const { text } = await request(app)
      .get('/metrics')
      .expect(200)
      .expect('content-type', /^text\/plain; version=0\.0\.4/);
    expect(text).toContain(
      'http_request_duration_seconds_count{method="POST",route="/things",status="201"} 1',
    );
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('s3cret');
  });
});
