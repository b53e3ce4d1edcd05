import { ApiError } from '@feedwarden/client';
import { createTokenVerifier } from '@feedwarden/service-kit';
import { captureLogs, LEVEL, TEST_SECRET, TEST_TRUST } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { type CrawlerTokenOptions, createCrawlerToken } from './crawler-token.js';

const { issuer, audience } = TEST_TRUST;
const options: CrawlerTokenOptions = {
  identity: { secret: TEST_SECRET },
  issuer,
  audience,
  logger: captureLogs().logger,
  now: () => new Date(),
};
const refusal = (date: Date | null) => new ApiError(401, null, { date });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe("the crawler's own token", () => {
  it('is the given token', async () => {
    const { token, tokenRefused } = createCrawlerToken({ ...options, identity: { token: 'given.to.us' } });
    expect([await token(), await token()]).toEqual(['given.to.us', 'given.to.us']);
    expect(tokenRefused(refusal(new Date(0)))).toBe(false);
  });

  it('is signed with the secret for the crawler and its scopes', async () => {
    const { token } = createCrawlerToken(options);
    const { subject, scopes } = await createTokenVerifier(TEST_TRUST)(await token());
    expect(subject).toBe('crawler');
    expect([...scopes].sort()).toEqual(['crawler', 'feeds:toggle', 'sources:read']);
  });

  it('is signed once for several calls', async () => {
    const { token } = createCrawlerToken(options);
    const [first, second] = await Promise.all([token(), token()]);
    expect(second).toBe(first);
  });

  it('is signed again after half of its life', async () => {
    let at = Date.now();
    const { token } = createCrawlerToken({ ...options, now: () => new Date(at) });
    const first = await token();
    at += 149_000;
    expect(await token()).toBe(first);
    at += 2_000;
    expect(await token()).not.toBe(first);
  });
});

describe('a token that is refused', () => {
  const AT = new Date('2026-03-01T12:00:00Z');
  const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
  const open = () => {
    const { logger, lines } = captureLogs();
    return { lines, ...createCrawlerToken({ ...options, logger, now: () => AT }) };
  };

  it.each([-86_400, -600, 7, 86_400 * 365])(
    'is signed by the clock of source-manager, %i seconds from ours, which is logged once',
    async (seconds) => {
      const { token, tokenRefused, lines } = open();
      await token();
      expect(tokenRefused(refusal(later(seconds)))).toBe(true);
      expect(claimsOf(await token())).toMatchObject({
        iat: later(seconds).getTime() / 1000,
        exp: later(seconds + 300).getTime() / 1000,
      });
      expect(lines).toEqual([
        expect.objectContaining({
          level: LEVEL.warn,
          seconds,
          msg: 'our clock differs from source-manager: signing tokens by its clock',
        }),
      ]);
      // Its clock is corrected.
      expect(tokenRefused(refusal(AT))).toBe(true);
      expect(lines).toHaveLength(1);
    },
  );

  it.each([
    ['the clocks agree', later(1)],
    ['the refusal has no date', null],
  ])('stays as it is when %s', async (_when, date) => {
    const { token, tokenRefused, lines } = open();
    const first = await token();
    expect(tokenRefused(refusal(date))).toBe(false);
    expect(await token()).toBe(first);
    expect(lines).toEqual([]);
  });

  it('is not signed a third time for the same difference', async () => {
    const { tokenRefused } = open();
    expect(tokenRefused(refusal(later(600)))).toBe(true);
    expect(tokenRefused(refusal(later(600)))).toBe(false);
  });
});
