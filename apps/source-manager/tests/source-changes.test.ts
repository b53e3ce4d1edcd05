import { connectDatabase } from '@feedwarden/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tickChangeClock } from '../src/sources/follow/change-clock.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { waitUntilBlocked } from './wait-until-blocked.js';

let manager: SourceManagerUnderTest;
beforeEach(async () => {
  manager = await startSourceManager();
});
afterEach(() => manager.stop());

interface ChangesBody {
  items: { kind: string; id?: string; source?: { id: string; name: string } }[];
  nextCursor: string;
  more: boolean;
}

async function changes(cursor?: string, limit = 100): Promise<ChangesBody> {
  const { body } = await (await manager.as('crawler')).get(
    `/api/v1/sources/changes?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
  );
  return body;
}

async function create(name: string): Promise<string> {
  const { body } = await (await manager.as())
    .post('/api/v1/sources')
    .send({ name, feedUrl: `https://${name}.example/` });
  return body.id;
}

describe('following the changes', () => {
  it('brings nothing as long as nothing happens, and keeps the cursor valid', async () => {
    await create('a');
    const { nextCursor } = await changes();
    const quiet = await changes(nextCursor);
    expect(quiet).toMatchObject({ items: [], more: false, nextCursor });
  });

  it('brings each created, changed and deleted source once, in its newest state', async () => {
    const api = await manager.as();
    const [a, b, c] = [await create('a'), await create('b'), await create('c')];
    const { nextCursor } = await changes();
    await api.patch(`/api/v1/sources/${a}`).send({ name: 'a2' });
    await api.patch(`/api/v1/sources/${a}`).send({ name: 'a3' });
    await api.delete(`/api/v1/sources/${b}`);
    await api.patch(`/api/v1/sources/${c}/feed-disable`).send({ reason: 'gone' });
    const { items } = await changes(nextCursor);
    expect(items.map((item) => [item.kind, item.source?.id ?? item.id, item.source?.name])).toEqual([
      ['changed', a, 'a3'],
      ['deleted', b, undefined],
      ['changed', c, 'c'],
    ]);
  });

  it('brings every change exactly once, over all pages', async () => {
    const ids = [];
    for (let n = 0; n < 7; n += 1) ids.push(await create(`s${n}`));
    const seen: (string | undefined)[] = [];
    let page = await changes(undefined, 2);
    seen.push(...page.items.map((item) => item.source?.id));
    while (page.more) {
      page = await changes(page.nextCursor, 2);
      seen.push(...page.items.map((item) => item.source?.id));
    }
    expect(seen).toEqual(ids);
  });

  it('skips nothing: writers wait for one that has its number but has not committed', async () => {
    const { db, close } = connectDatabase(manager.databaseUrl, { name: 'slow writer' });
    const { nextCursor } = await changes();
    let created: Promise<string> | undefined;
    await db.transaction(async (tx) => {
      await tickChangeClock(tx);
      created = create('fast');
      await waitUntilBlocked(db);
      expect((await changes(nextCursor)).items).toEqual([]);
    });
    const id = await created;
    expect((await changes(nextCursor)).items.map((item) => item.source?.id)).toEqual([id]);
    await close();
  });

  it('responds 410 with a hint to start again, given a cursor ahead of the database', async () => {
    const cursor = Buffer.from(JSON.stringify([999, ''])).toString('base64url');
    const answer = await (await manager.as('crawler')).get(`/api/v1/sources/changes?cursor=${cursor}`);
    expect(answer.status).toBe(410);
  });

  it('responds 403 to a token without the crawler scope', async () => {
    expect((await (await manager.as('sources:read')).get('/api/v1/sources/changes')).status).toBe(403);
  });
});
