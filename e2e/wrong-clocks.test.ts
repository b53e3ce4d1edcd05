import { createSourceClient } from '@feedwarden/client';
import { signToken } from '@feedwarden/service-kit';
import { eventually, TEST_TRUST } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import { serveFeed } from './support/site-behaviours.js';

const open = openResources(afterEach);

const HOUR = 3600;
const shiftedBy = (seconds: number) => ({
  CLOCK_SHIFT_SECONDS: String(seconds),
  NODE_OPTIONS: `--import ${new URL('./support/shift-clock.mjs', import.meta.url).href}`,
});

const SAYS_SO = {
  database: 'our clock differs from the database: using the time of the database',
  manager: 'our clock differs from source-manager: signing tokens by its clock',
};

describe('a crawler and source-manager whose clocks differ', () => {
  it.each([
    { given: 'a crawler that is an hour behind', crawlerEnv: shiftedBy(-HOUR), says: SAYS_SO.database },
    { given: 'a crawler that is an hour ahead', crawlerEnv: shiftedBy(HOUR), says: SAYS_SO.database },
    { given: 'a source-manager that is an hour ahead', managerEnv: shiftedBy(HOUR), says: SAYS_SO.manager },
  ])('work together, and the crawler says so once, given $given', async ({ says, given: _, ...clocks }) => {
    const site = await open.site(serveFeed);
    const system = await open.system(clocks);
    const sources = createSourceClient({
      baseUrl: system.manager.url,
      token: () =>
        signToken({
          ...TEST_TRUST,
          subject: 'ann',
          scopes: ['sources:read', 'sources:write'],
          ttlSeconds: 3 * HOUR,
        }),
    });
    const { id } = await sources.createSource({ name: 'news', feedUrl: `${site.url}/feed` });
    const headers = { authorization: `Bearer ${await crawlerToken(clocks)}` };
    const poll = await fetch(`${system.crawler.url}/api/v1/feeds/${id}/poll`, { method: 'POST', headers });
    expect([poll.status, await poll.json()]).toEqual([200, expect.objectContaining({ outcome: 'stored' })]);
    await eventually(async () => expect((await sources.getSource(id)).lastSuccessAt).not.toBeNull());
    const lines = system.crawler.lines.filter(({ level }) => level > 30).map(({ msg }) => msg);
    expect(lines).toEqual([says]);
  });
});

/** The crawler checks the tokens of people by its own clock. */
function crawlerToken({ crawlerEnv }: { crawlerEnv?: { CLOCK_SHIFT_SECONDS: string } }): Promise<string> {
  const seconds = Number(crawlerEnv?.CLOCK_SHIFT_SECONDS ?? 0);
  return signToken({
    ...TEST_TRUST,
    subject: 'ann',
    scopes: ['feeds:toggle'],
    ttlSeconds: 300,
    issuedAt: new Date(Date.now() + seconds * 1000),
  });
}
