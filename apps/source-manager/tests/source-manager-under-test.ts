import { DEFAULT_FAILURE_POLICIES, type FailurePolicySet, type Scope } from '@feedwarden/contracts';
import { captureLogs, createTestDatabase, type LogLine, TEST_TRUST, testToken } from '@feedwarden/test-kit';
import supertest from 'supertest';
import { type CredentialKey, credentialKeysField } from '../src/credentials/credential-keys.js';
import { createSourceManager } from '../src/service.js';

export interface SourceManagerUnderTest {
  /** The given scopes' bearer; everything by default. */
  as(...scopes: Scope[]): Promise<ReturnType<typeof client>>;
  /** Somebody by name, who may do everything. */
  asSubject(subject: string): Promise<ReturnType<typeof client>>;
  anonymous: supertest.Agent;
  baseUrl: string;
  databaseUrl: string;
  port: number;
  lines: LogLine[];
  stop(): Promise<void>;
}

const ALL: Scope[] = ['sources:read', 'sources:write', 'feeds:toggle', 'crawler'];

const TEST_KEYS = credentialKeysField().parse(Buffer.alloc(32, 'test').toString('base64'));

/** As it is built: a process does not run TypeScript. */
const OPML_PROCESS = new URL('../dist/opml/opml-process.js', import.meta.url);

/** The whole service as it really runs, on a database of its own. */
export async function startSourceManager(
  policies: FailurePolicySet = DEFAULT_FAILURE_POLICIES,
  credentialKeys: CredentialKey[] = TEST_KEYS,
): Promise<SourceManagerUnderTest> {
  const database = await createTestDatabase('source-manager');
  const { logger, lines } = captureLogs();
  const service = createSourceManager(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      trust: TEST_TRUST,
      credentialKeys,
      policies,
      rateLimitPerMinute: 0,
      webhookNetworks: ['127.0.0.1'],
      dashboardOrigins: [],
      crawlerPublicUrl: ':4200',
      storyFile: undefined,
      logLevel: 'info',
    },
    { logger, opmlProcess: OPML_PROCESS },
  );
  await service.start();
  const baseUrl = `http://127.0.0.1:${service.port()}`;
  return {
    as: async (...scopes) => client(baseUrl, await testToken(scopes.length > 0 ? scopes : ALL)),
    asSubject: async (subject) => client(baseUrl, await testToken(ALL, subject)),
    anonymous: supertest.agent(baseUrl),
    baseUrl,
    databaseUrl: database.url,
    port: service.port(),
    lines,
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

function client(baseUrl: string, token: string) {
  const agent = supertest.agent(baseUrl);
  agent.set('authorization', `Bearer ${token}`);
  return agent;
}
