import { createTokenVerifier } from '@feedwarden/service-kit';
import { TEST_SECRET, TEST_TRUST } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { createCrawlerToken } from './crawler-token.js';

const { issuer, audience } = TEST_TRUST;
const now = () => new Date();

describe("the crawler's own token", () => {
  it('is the given token', async () => {
    const token = createCrawlerToken({ identity: { token: 'given.to.us' }, issuer, audience, now });
    expect([await token(), await token()]).toEqual(['given.to.us', 'given.to.us']);
  });

  it('is signed with the secret for the crawler and its scopes', async () => {
    const token = createCrawlerToken({ identity: { secret: TEST_SECRET }, issuer, audience, now });
    const { subject, scopes } = await createTokenVerifier(TEST_TRUST)(await token());
    expect(subject).toBe('crawler');
    expect([...scopes].sort()).toEqual(['crawler', 'feeds:toggle', 'sources:read']);
  });

  it('is signed once for several calls', async () => {
    const token = createCrawlerToken({ identity: { secret: TEST_SECRET }, issuer, audience, now });
    const [first, second] = await Promise.all([token(), token()]);
    expect(second).toBe(first);
  });

  it('is signed again after half of its life', async () => {
    let at = Date.now();
    const token = createCrawlerToken({
      identity: { secret: TEST_SECRET },
      issuer,
      audience,
      now: () => new Date(at),
    });
    const first = await token();
    at += 149_000;
    expect(await token()).toBe(first);
    at += 2_000;
    expect(await token()).not.toBe(first);
  });
});
