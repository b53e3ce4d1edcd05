import { sourceManagerApi } from '@feedwarden/contracts';
import {
  attack,
  attackWithBytes,
  databaseFingerprint,
  LEVEL,
  MALFORMED_BYTES,
  malformedRequests,
  undocumentedRefusals,
} from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const CASES = malformedRequests(sourceManagerApi);

let manager: SourceManagerUnderTest;
let before: Record<string, string>;
beforeAll(async () => {
  manager = await startSourceManager();
  const api = await manager.as();
  for (const name of ['one', 'two', 'three'])
    await api
      .post('/api/v1/sources')
      .send({ name, feedUrl: `https://${name}.example/feed` })
      .expect(201);
  await api.put('/api/v1/credentials/twitter').send({ apiKey: 'a-key' }).expect(200);
  before = await databaseFingerprint(manager.databaseUrl);
});
afterAll(() => manager.stop());

describe('what is wrong', () => {
  it('given the table of routes, when requests are made of it, then there are hundreds', () => {
    expect(CASES.length).toBeGreaterThan(600);
  });

  it('given the refusals, when they are looked up in the OpenAPI document, then it tells of each', () => {
    expect(undocumentedRefusals(sourceManagerApi)).toEqual([]);
  });

  it.each(CASES)('given $given, when it is sent, then it is refused with $status', async (malformed) => {
    expect(await attack(manager.port, malformed)).toEqual([]);
  });

  it.each(MALFORMED_BYTES)(
    'given $given, when it is sent, then it is refused with $status',
    async (malformed) => {
      expect(await attackWithBytes(manager.port, malformed)).toEqual([]);
    },
  );
});

describe('after all of it', () => {
  it('given the database from before, when it is compared, then nothing has changed', async () => {
    expect(await databaseFingerprint(manager.databaseUrl)).toEqual(before);
  });

  it('given the service, when it is asked, then it is ready, and found no fault of its own', async () => {
    await manager.anonymous.get('/readyz').expect(200);
    expect(manager.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});
