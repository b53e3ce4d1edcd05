import type { Secrets } from '@feedwarden/installation';
import { describe, expect, test } from '@jest/globals';
import { planServices, portProblems, serviceEnvironment } from './service-plan.js';

const secrets: Secrets = {
  jwtSecret: 'made-up jwt secret',
  credentialsKey: 'made-up key',
  postgresPassword: 'p',
  sourceManagerDatabasePassword: 's',
  crawlerDatabasePassword: 'c',
};

function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const databaseUrls = { CRAWLER_DATABASE_URL: 'postgres://embedded/crawler' };
  return serviceEnvironment(env, { services: planServices(env), secrets, dataDir: '/data', databaseUrls });
}

describe('the environment of the services', () => {
  test('has everything the services need, given nothing', () => {
    expect(environmentFor({ HOME: '/home/ada' })).toEqual({
      HOME: '/home/ada',
      DATA_DIR: '/data',
      JWT_SECRET: 'made-up jwt secret',
      CREDENTIALS_KEY: 'made-up key',
      CRAWLER_PUBLIC_URL: ':4200',
      SOURCE_MANAGER_URL: 'http://127.0.0.1:4100',
      CRAWLER_DATABASE_URL: 'postgres://embedded/crawler',
    });
  });

  test.each([
    { set: { JWT_SECRET: 'own' }, name: 'JWT_SECRET', value: 'own' },
    { set: { JWT_SECRET: '' }, name: 'JWT_SECRET', value: 'made-up jwt secret' },
    { set: { JWT_SECRET_FILE: '/run/secret' }, name: 'JWT_SECRET', value: undefined },
    { set: { JWT_JWKS_URL: 'https://issuer.example/keys' }, name: 'JWT_SECRET', value: undefined },
    { set: { CREDENTIALS_KEY: 'own' }, name: 'CREDENTIALS_KEY', value: 'own' },
    { set: { SOURCE_MANAGER_PORT: '5100' }, name: 'SOURCE_MANAGER_URL', value: 'http://127.0.0.1:5100' },
    { set: { HOST: '0.0.0.0' }, name: 'SOURCE_MANAGER_URL', value: 'http://127.0.0.1:4100' },
    { set: { HOST: '10.0.0.7' }, name: 'SOURCE_MANAGER_URL', value: 'http://10.0.0.7:4100' },
    { set: { HOST: '::1' }, name: 'SOURCE_MANAGER_URL', value: 'http://[::1]:4100' },
    { set: { SOURCE_MANAGER_URL: 'http://sm' }, name: 'SOURCE_MANAGER_URL', value: 'http://sm' },
  ])('sets $name to $value, given $set', ({ set, name, value }) => {
    expect(environmentFor(set)[name]).toBe(value);
  });
});

describe('planned services', () => {
  test.each(['abc', '0', '65536', '80.5', '-1'])('refuse the port %s', (port) => {
    expect(portProblems({ CRAWLER_PORT: port })).toEqual(['CRAWLER_PORT: must be a port from 1 to 65535']);
  });

  test('embed a database only for the service that has no URL of its own', () => {
    const plans = planServices({ CRAWLER_DATABASE_URL: 'postgres://own/db' });
    expect(plans.map(({ name, hasOwnDatabase }) => [name, hasOwnDatabase])).toEqual([
      ['source-manager', false],
      ['crawler', true],
    ]);
  });
});
