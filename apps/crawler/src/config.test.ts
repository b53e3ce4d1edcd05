import { ConfigError, type Environment } from '@feedwarden/service-kit';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';
import { availableMemory, hostsInMemory } from './hosts-at-once.js';

const JWT_SECRET = 'a secret that is thirty-two bytes';
const required = { CRAWLER_DATABASE_URL: 'postgres://ann:s3cret@db.example/crawler', JWT_SECRET };

describe("the crawler's configuration", () => {
  it('has defaults for everything that is not required', () => {
    expect(readConfig(required)).toEqual({
      blame: { isOn: true, selfCheckHosts: [], vantage: 'default' },
      host: '127.0.0.1',
      port: 4200,
      databaseUrl: required.CRAWLER_DATABASE_URL,
      sourceManagerUrl: 'http://localhost:4100',
      trust: { secret: JWT_SECRET, issuer: 'feedwarden', audience: 'feedwarden' },
      identity: { secret: JWT_SECRET },
      maxArticleAgeDays: 7,
      retention: { unusedDays: 7, processedDays: null },
      movedAfterDays: 7,
      polling: {
        tickSeconds: 60,
        hostsAtOnce: hostsInMemory(availableMemory(), 10 * 1024 * 1024),
        delays: { byHost: new Map(), byType: new Map() },
        schedule: { defaultIntervalMinutes: 30, minuteSeconds: 60, maxFreshHours: 6 },
      },
      fetching: {
        timeoutSeconds: 30,
        headersSeconds: 30,
        idleSeconds: 10,
        maxHeaderBytes: 32 * 1024,
        maxBytes: 10 * 1024 * 1024,
        maxRatio: 200,
        userAgent: expect.stringMatching(/^Feedwarden\/\S+ \(\+https:\/\/\S+\)$/),
        allowPrivate: [],
        respectRobots: true,
      },
      twitterApiUrl: 'https://api.x.com',
      dashboardOrigins: [],
      reading: { processes: null, deadlineSeconds: 5, memoryMb: 192 },
      rateLimitPerMinute: 6000,
      logLevel: 'info',
    });
  });

  it('reads delays as numbers by name', () => {
    const env = { POLL_HOST_DELAYS: '{"news.example": 2.5}', POLL_TYPE_DELAYS: '{"rss": 1}' };
    expect(readConfig({ ...required, ...env }).polling.delays).toEqual({
      byHost: new Map([['news.example', 2.5]]),
      byType: new Map([['rss', 1]]),
    });
  });

  it.each([
    ['false', []],
    ['', []],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['127.0.0.1, feeds.internal ', ['127.0.0.1', 'feeds.internal']],
  ])('reads FETCH_ALLOW_PRIVATE_NETWORKS=%j as %j', (text, expected) => {
    const { fetching } = readConfig({ ...required, FETCH_ALLOW_PRIVATE_NETWORKS: text });
    expect(fetching.allowPrivate).toEqual(expected);
  });

  it('names the contact URL in the user agent', () => {
    const { fetching } = readConfig({ ...required, FETCH_CONTACT_URL: 'https://ann.example/bot' });
    expect(fetching.userAgent).toContain('(+https://ann.example/bot)');
  });

  it.each<{ given: string; env: Environment; identity: object }>([
    { given: 'a token and a secret', env: { SOURCE_MANAGER_TOKEN: 'a.b.c' }, identity: { token: 'a.b.c' } },
    {
      given: 'a token and a key set',
      env: { SOURCE_MANAGER_TOKEN: 'a.b.c', JWT_SECRET: '', JWT_JWKS_URL: 'https://issuer.example/keys' },
      identity: { token: 'a.b.c' },
    },
    { given: 'a secret', env: {}, identity: { secret: JWT_SECRET } },
  ])('has an identity given $given', ({ env, identity }) => {
    expect(readConfig({ ...required, ...env }).identity).toEqual(identity);
  });

  it.each<{ given: string; env: Environment; named: string }>([
    { given: 'no database', env: { CRAWLER_DATABASE_URL: '' }, named: 'CRAWLER_DATABASE_URL' },
    { given: 'no way to check tokens', env: { JWT_SECRET: '' }, named: 'JWT_SECRET' },
    {
      given: 'no way to prove itself',
      env: { JWT_SECRET: '', JWT_JWKS_URL: 'https://issuer.example/keys' },
      named: 'SOURCE_MANAGER_TOKEN',
    },
    { given: 'a name to listen on', env: { HOST: 'my-machine' }, named: 'HOST' },
    { given: 'no whole port', env: { CRAWLER_PORT: 'abc' }, named: 'CRAWLER_PORT' },
    { given: 'a tick of 0 s', env: { POLL_TICK_SECONDS: '0' }, named: 'POLL_TICK_SECONDS' },
    {
      given: 'a delay that is too long',
      env: { POLL_HOST_DELAYS: '{"a.example": 3601}' },
      named: 'POLL_HOST_DELAYS',
    },
    { given: 'a delay in words', env: { POLL_TYPE_DELAYS: '{"rss": "1s"}' }, named: 'POLL_TYPE_DELAYS' },
    {
      given: 'no network',
      env: { FETCH_ALLOW_PRIVATE_NETWORKS: '10.0.0.0/8, 10.0.0' },
      named: 'FETCH_ALLOW_PRIVATE_NETWORKS',
    },
    {
      given: 'a yes for networks',
      env: { FETCH_ALLOW_PRIVATE_NETWORKS: 'true' },
      named: 'FETCH_ALLOW_PRIVATE_NETWORKS',
    },
    { given: 'another scheme', env: { SOURCE_MANAGER_URL: 'ftp://x.example' }, named: 'SOURCE_MANAGER_URL' },
  ])('names $named given $given', ({ env, named }) => {
    const read = () => readConfig({ ...required, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^  ${named}[:.]`, 'm'));
  });

  it.each([
    ['an issuer and no token', { JWT_JWKS_URL: 'https://issuer.example/keys' }, 'SOURCE_MANAGER_TOKEN'],
    ['a delay for a type nobody knows', { POLL_TYPE_DELAYS: '{"rsss": 2}' }, 'POLL_TYPE_DELAYS'],
  ])('rejects %s by name', (_given, env, name) => {
    expect(() => readConfig({ ...required, ...env })).toThrow(`${name}: `);
  });
});
