import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../dist/extract-main.js');
const FEED =
  '<rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>One</title><link>/1</link></item></channel></rss>';

async function extract(args: string[], input = '') {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH ?? '' } });
  child.stdin.on('error', () => {}).end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number, out, err };
}

describe('npm run extract', () => {
  it('prints what a poll of a feed on stdin would store, as JSON', async () => {
    const { code, out } = await extract(['-', '--base', 'https://news.example/feed'], FEED);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { outcome: 'entries', entries: [{ guid: '1', title: 'One', url: 'https://news.example/1' }] },
    ]);
  });

  it('prints the reason and exits with 1 for something that is not a feed', async () => {
    const { code, out } = await extract(['-'], 'nothing of the kind');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { outcome: 'failed', error: { type: 'parse_error', code: 'not_a_feed' } },
    ]);
  });

  it.each([
    { given: 'no argument', args: [], says: 'name one file or URL' },
    { given: 'an unknown type', args: ['-', '--type', 'x'], says: '--type must be' },
    { given: 'an unknown option', args: ['-', '--nope'], says: '--nope' },
    { given: 'a file that is not there', args: ['/nope.xml'], says: 'no such file' },
  ])('explains $given and exits with 2', async ({ args, says }) => {
    const { code, out, err } = await extract(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
  });
});
