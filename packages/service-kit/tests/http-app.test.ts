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
    testRoute({ ...TEST_ROW, path: '/disk-full' }, () => {
      throw new Error('Failed query', { cause: Object.assign(new Error('no space'), { code: '53100' }) });
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

describe('errors of a route', () => {
  it.each(['/fault', '/later-fault', '/pretender'])(
    'hides the text of an internal error at %s, and logs it once',
    async (path) => {
      const { app, errors } = createService();
      const answer = await request(app).get(path).expect(500).expect('content-type', PROBLEM);
      const problem = problemSchema.parse(answer.body);
      expect(answer.text).not.toContain('s3cret');
      expect(problem).toMatchObject({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
      expect(errors()).toEqual([
        expect.objectContaining({ msg: 'request failed', requestId: problem.requestId }),
      ]);
    },
  );

  it('logs an internal error with its text and stack', async () => {
    const { app, errors } = createService();
    await request(app).get('/fault').expect(500);
    expect(errors()[0]?.err).toMatchObject({
      message: 'password of the database: s3cret',
      stack: expect.stringContaining('http-app.test'),
    });
  });

  it('sends a 5xx problem of a route without logging an error', async () => {
    const { app, errors } = createService();
    const answer = await request(app).get('/busy').expect(503).expect('retry-after', '7');
    expect(answer.body).toMatchObject({ title: 'Service Unavailable', status: 503, detail: 'not now' });
    expect(errors()).toEqual([]);
  });

  it('responds 503 with Retry-After on a full disk, and logs it once for many requests', async () => {
    const { app, lines } = createService();
    for (let count = 0; count < 20; count += 1) {
      const answer = await request(app).get('/disk-full').expect(503).expect('retry-after', '5');
      expect(answer.body.detail).toBe('the database is not available: try again');
    }
    expect(lines.filter(({ level }) => level >= LEVEL.warn)).toEqual([
      expect.objectContaining({ msg: 'database unavailable', requestId: expect.any(String) }),
    ]);
  });

  it('cuts off a response that fails halfway, and logs it once', async () => {
    const { app, errors } = createService();
    await expect(request(app).get('/half')).rejects.toThrow();
    expect(errors()).toEqual([expect.objectContaining({ msg: 'request failed' })]);
  });
});

describe('mistakes of a client', () => {
  const post = (app: ReturnType<typeof createService>['app'], body: string, type = 'application/json') =>
    request(app).post('/things').set('content-type', type).send(body);

  it.each([
    { given: 'malformed JSON', body: '{"name": s3cret', status: 400, title: 'Bad Request' },
    { given: 'JSON that is no object', body: '"s3cret"', status: 400, title: 'Bad Request' },
    {
      given: 'too large a body',
      body: JSON.stringify({ name: 's3cret'.repeat(20_000) }),
      status: 413,
      title: 'Payload Too Large',
    },
    {
      given: 'an unknown character set',
      body: '{"name": "s3cret"}',
      type: 'application/json; charset=klingon',
      status: 415,
      title: 'Unsupported Media Type',
    },
  ])('responds $status to $given without logging an error', async (mistake) => {
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
  });

  it('says how large a body may be, given one that is too large', async () => {
    const answer = await post(createService().app, JSON.stringify({ name: 'x'.repeat(120_000) })).expect(413);
    expect(answer.body.detail).toBe('the request body is larger than 102400 bytes');
  });

  it('names every bad field', async () => {
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
  ])('responds 415 and says what to send, given a body of type %s', async (type) => {
    const { app } = createService();
    const answer = await post(app, '{"name": "a", "size": 1}', type).expect(415);
    expect(answer.body.detail).toBe('send the body as application/json, in UTF-8');
  });

  it.each(['application/json', 'APPLICATION/JSON; charset="utf-8"', 'application/json;charset=UTF-8'])(
    'reads a body of type %s',
    async (type) => {
      await post(createService().app, '{"name": "a", "size": 1}', type).expect(201);
    },
  );

  it('responds 405 with the allowed methods', async () => {
    const { app } = createService();
    const answer = await request(app).get('/things').expect(405).expect('allow', 'POST');
    expect(answer.body.title).toBe('Method Not Allowed');
  });

  it('allows HEAD where GET is allowed', async () => {
    await request(createService().app).delete('/healthz').expect(405).expect('allow', 'GET, HEAD');
  });

  it.each([
    ['GET', '/nowhere'],
    ['GET', '/'],
  ])('responds 404 to %s %s', async (method, path) => {
    const { app, errors } = createService();
    const answer = await request(app).get(path).expect(404).expect('content-type', PROBLEM);
    expect(answer.body).toMatchObject({
      title: 'Not Found',
      detail: `not found: ${method} ${path}`,
    });
    expect(errors()).toEqual([]);
  });
});

describe('createHttpApp', () => {
  it('uses one request id in a problem, its header and the log', async () => {
    const { app, lines } = createService();
    const answer = await request(app).get('/nowhere');
    const { requestId } = problemSchema.parse(answer.body);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(requestId);
    expect(lines).toContainEqual(expect.objectContaining({ requestId, status: 404, route: null }));
  });

  it('responds to valid input without advertising the server', async () => {
    const { app } = createService();
    const answer = await request(app)
      .post('/things')
      .send({ name: 'a', size: 1 })
      .expect(201, { name: 'a', size: 1 });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the health routes', () => {
  it('report alive and ready when the service can work', async () => {
    const { app } = createService();
    await request(app).get('/healthz').expect(200, { status: 'alive', version: '1.2.3' });
    await request(app).get('/readyz').expect(200, { status: 'ready' });
  });

  it('report alive and not ready when the database is away', async () => {
    const { app, errors } = createService(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')));
    await request(app).get('/healthz').expect(200);
    const answer = await request(app).get('/readyz').expect(503).expect('retry-after', '5');
    expect(answer.text).not.toContain('10.0.0.7');
    expect(errors()).toEqual([]);
  });
});

describe('the documentation routes', () => {
  it('serve the OpenAPI document of the table of routes', async () => {
    const { app, parts } = createService();
    const answer = await request(app)
      .get('/openapi.json')
      .expect(200)
      .expect('content-type', /^application\/json/);
    expect(answer.body).toMatchObject({ openapi: '3.1.1', info: { title: parts.api.title } });
  });

  it('allow the page its one style sheet and nothing else', async () => {
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

describe('the headers of every response', () => {
  it.each(['/healthz', '/nowhere', '/fault'])('let a browser load and frame nothing, at %s', async (path) => {
    const { headers } = await request(createService().app).get(path);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it.each([
    ['a sane id', 'job-42.part_7', true],
    ['none', '', false],
    ['one that is too long', 'a'.repeat(65), false],
    ['one with a trick', 'abcdefgh{"level":50}', false],
  ])('keep the request id, given %s: %p', async (_given, id, kept) => {
    const { headers } = await request(createService().app).get('/healthz').set('x-request-id', id);
    expect(headers['x-request-id'] === id).toBe(kept);
  });
});

describe('a service that is not ready', () => {
  it.each(['starting', 'stopping'] as const)('responds 503 while %s', async (phase) => {
    const { app, parts } = createService();
    parts.availability.enter(phase);
    for (const path of ['/readyz', '/api/v1/anything']) {
      const { body } = await request(app).get(path).expect(503).expect('retry-after', '5');
      expect(body.detail).toBe(`the service is ${phase}`);
    }
    await request(app).get('/healthz').expect(200);
  });

  it('is not ready when the database does not respond', async () => {
    const { app } = createService(() => new Promise(() => {}));
    await request(app).get('/readyz').expect(503).expect('retry-after', '5');
  });
});

describe('the metrics', () => {
  it('count requests by route pattern, without names of callers', async () => {
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
