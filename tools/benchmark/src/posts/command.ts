import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePosts } from './measure-posts.js';

export const POSTS_HELP = `
pnpm bench posts [options]: what reading long posts costs the crawler
  --posts N        posts in its database (500)
  --body N         bytes of the text of each (1000000)
  --html N         bytes of the HTML of each (90000)
  --readers N      who read all posts at once (1)
  --root FOLDER    of another built checkout
`;

const OWN_ROOT = join(import.meta.dirname, '../../../..');

export async function benchPosts(args: string[], print: (text: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '500' },
      body: { type: 'string', default: '1000000' },
      html: { type: 'string', default: '90000' },
      readers: { type: 'string', default: '1' },
      root: { type: 'string', default: OWN_ROOT },
    },
  });
  const number = (name: 'posts' | 'body' | 'html' | 'readers') => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new Error(`--${name} must be a whole number above 0`);
  };
  print(
    '| reading | requests | MB | first byte ms, slowest | request ms, slowest | loop delay p99 ms | MB idle | MB peak | own MB idle | own MB peak |',
  );
  print('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  await measurePosts(
    {
      root: values.root,
      posts: number('posts'),
      bodyBytes: number('body'),
      htmlBytes: number('html'),
      readers: number('readers'),
    },
    (measurement) => {
      const { reading, requests, ...figures } = measurement;
      const { megabytes, slowestFirstByteMs, slowestMs, loopDelayP99Ms } = figures;
      const { idleMb, peakMb, ownIdleMb, ownPeakMb } = figures;
      const times = [slowestFirstByteMs, slowestMs, loopDelayP99Ms];
      const cells = [megabytes, ...times, idleMb, peakMb, ownIdleMb, ownPeakMb];
      print(`| ${[reading, requests, ...cells.map((cell) => cell.toFixed(0))].join(' | ')} |`);
    },
  );
}
