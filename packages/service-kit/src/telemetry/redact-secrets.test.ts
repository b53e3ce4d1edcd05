import { captureLogs } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { redactSecrets } from './redact-secrets.js';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl-_x';

describe('redactSecrets', () => {
  it.each([
    ['a JWT', `token ${JWT} refused`, 'token [redacted] refused'],
    ['a JWT without a signature', `${JWT.slice(0, JWT.lastIndexOf('.'))}.`, '[redacted]'],
    ['a bearer', 'authorization: Bearer AAAA%2Bkey/x=', 'authorization: Bearer [redacted]'],
    ['a basic credential', 'Basic YW5uOnMzY3JldA==', 'Basic [redacted]'],
    ['a database URL', 'postgres://fw:s3cret@db:5432/x failed', 'postgres://[redacted]@db:5432/x failed'],
    ['a password with a colon', 'https://a:b:c@host/', 'https://[redacted]@host/'],
    ['a user alone', 'GET http://token@host/feed', 'GET http://[redacted]@host/feed'],
    ['a parameter', 'https://h/f?a=1&access_token=abc&b=2', 'https://h/f?a=1&access_token=[redacted]&b=2'],
    ['a key parameter', 'https://h/f?key=abc', 'https://h/f?key=[redacted]'],
    ['a setting', 'JWT_SECRET=abc CREDENTIALS_KEY=x', 'JWT_SECRET=[redacted] CREDENTIALS_KEY=x'],
    ['a field', '{"apiKey":"a\\"b","n":1}', '{"apiKey":"[redacted]","n":1}'],
    [
      'a field in JSON in JSON',
      '{"m":"{\\"password\\":\\"abc\\"}"}',
      '{"m":"{\\"password\\":\\"[redacted]\\"}"}',
    ],
    ['a setting at the start of a text', '{"m":"token=abc"}', '{"m":"token=[redacted]"}'],
    ['a setting in a new line', '{"m":"a\\ntoken=abc"}', '{"m":"a\\ntoken=[redacted]"}'],
    [
      'the parameters of a statement',
      '"Failed query: a\\nparams: b \\"c","d":1',
      '"Failed query: [redacted]","d":1',
    ],
  ])('redacts %s', (_given, text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it.each([
    'feed poll failed',
    '{"url":"https://example.org/feed?page=2","errorType":"gone"}',
    'timeout after 30s at https://example.org/@ann/feed',
    'mail to ann@example.org about keys and tokens',
    '{"keyId":"a1","tokens":3,"secretary":"ann"}',
  ])('leaves %s as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

describe('redactSecrets in JSON', () => {
  it.each([0, 1, 2, 3])(
    'redacts the whole of a field that is quoted %i times, and leaves valid JSON',
    (levels) => {
      for (const password of ['s3cret', 's3"cret"', 's3\\', '\\"s3', 's3 \\\\" "']) {
        let text = JSON.stringify({ password, n: 1 });
        for (let level = 0; level < levels; level += 1) text = JSON.stringify({ text });
        let value = JSON.parse(redactSecrets(text));
        for (let level = 0; level < levels; level += 1) value = JSON.parse(value.text);
        expect(value).toEqual({ password: '[redacted]', n: 1 });
      }
    },
  );

  it('stays in its text when the field does not end', () => {
    const text = JSON.stringify({ m: '{"password":"abc', n: 'def' });
    expect(JSON.parse(redactSecrets(text))).toEqual({ m: '{"password":"[redacted]', n: 'def' });
  });
});

// A pattern that reads some part again and again takes hours for this much text, and fails by the time limit of tests.
describe('redactSecrets on 2 MB', () => {
  it.each([
    'a',
    '-',
    '\\',
    '"',
    '\\"',
    '"a',
    'token',
    '"token":"',
    '\\"token\\":\\"',
    '\\\\\\"token\\\\\\":\\\\\\"',
    'eyJ',
    'eyJ-',
    'eyJaaaaaa.',
    '.eyJ',
    'a://',
    'a://b:',
    '://@',
    'Bearer ',
    '&token',
    ';key=',
    'Failed query: ',
    'Failed query: \\',
    ' ',
  ])('ends, given %j again and again', (part) => {
    const text = part.repeat(2 ** 21 / part.length);
    expect(redactSecrets(text).length).toBeLessThan(text.length * 10);
    expect(redactSecrets(`"${text}`).length).toBeLessThan(text.length * 10);
  });
});

describe('a log line', () => {
  it('has no secret of a message, a cause or a deep object, and is valid JSON', () => {
    const { logger, lines } = captureLogs();
    const cause = new Error('connect postgres://fw:s3cret-1@db/x');
    const error = Object.assign(new Error(`bad token ${JWT}`, { cause }), { config: { apiKey: 's3cret-2' } });
    logger.error(
      { err: error, deep: { er: [{ headers: { authorization: 's3cret-3' } }] } },
      'Bearer s3cret-4',
    );
    logger.child({ password: 's3cret-5' }).warn({ cookie: 's3cret-6', 'x-api-key': 's3cret-7' });
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(2);
    expect(text).not.toMatch(/s3cret|eyJ/);
    expect(lines[0]).toMatchObject({
      level: 50,
      err: { cause: { message: expect.stringContaining('connect') } },
    });
  });
});
