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

describe('malformed requests', () => {
  it('are hundreds, made of the table of routes', () => {
    expect(CASES.length).toBeGreaterThan(600);
  });

  it('are refused only in ways that the OpenAPI document lists', () => {
    expect(undocumentedRefusals(sourceManagerApi)).toEqual([]);
  });

  it.each(CASES)('are refused with $status: $given', async (malformed) => {
    expect(await attack(manager.port, malformed)).toEqual([]);
  });

  it.each(MALFORMED_BYTES)('are refused with $status: $given', async (malformed) => {
    expect(await attackWithBytes(manager.port, malformed)).toEqual([]);
  });
});

describe('after malformed requests', () => {
  it('the database is as it was', async () => {
    expect(await databaseFingerprint(manager.databaseUrl)).toEqual(before);
  });

  it('the service is ready, and has found no fault of its own', async () => {
    await manager.anonymous.get('/readyz').expect(200);
    expect(manager.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});
