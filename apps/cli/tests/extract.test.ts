import { describe, expect, it } from '@jest/globals';
import { startCommand } from './fake-services.js';

const FEED =
  '<rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>One</title><link>/1</link></item></channel></rss>';

const extract = (args: string[], input = '') => startCommand(['extract', ...args], {}, input).ended;

describe('extract', () => {
  it('prints what a poll would store of a feed on stdin, as JSON', async () => {
    const { code, out } = await extract(['-', '--base', 'https://news.example/feed'], FEED);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { outcome: 'entries', entries: [{ guid: '1', title: 'One', url: 'https://news.example/1' }] },
    ]);
  });

  it('prints the reason and exits with 1 when it is not a feed', async () => {
    const { code, out } = await extract(['-'], 'nothing of the kind');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { outcome: 'failed', error: { type: 'parse_error', code: 'not_a_feed' } },
    ]);
  });

  it('exits with 2 for a file that is not there', async () => {
    const { code, out, err } = await extract(['/nope.xml']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('no such file');
  });
});
