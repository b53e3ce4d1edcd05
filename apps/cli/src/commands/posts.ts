import { Command } from '@commander-js/extra-typings';
import type { Post } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { findSource, SOURCE_HELP } from '../find-source.js';
import { count, time } from '../options/values.js';
import { takeUpTo } from '../take-up-to.js';
import { type Column, renderTable } from '../terminal/table.js';
import { ago } from '../terminal/text.js';

export const postsCommand = (run: Run) =>
  new Command('posts')
    .description('list stored posts, newest first')
    .option('--source <source>', `only of this source: ${SOURCE_HELP}`)
    .option('--since <time>', 'only those stored at this time or later', time)
    .option('--limit <n>', 'at most this many', count, 50)
    .option('--oldest-first', 'in the order in which they were stored')
    .action(
      run(async ({ sources, crawler, terminal, signal, now }, { source, since, limit, oldestFirst }) => {
        const of = source === undefined ? null : await findSource(sources, source, signal);
        const query = {
          ...(since && { since }),
          ...(of && { source_id: of.id }),
          order: oldestFirst ? ('oldest' as const) : ('newest' as const),
          limit: Math.min(limit, 500),
        };
        const posts = await takeUpTo(limit, crawler.allPosts(query, { signal }), terminal);
        terminal.result(posts, (look) =>
          posts.length === 0 ? 'No posts.' : renderTable(columns(now), posts, look),
        );
      }),
    );

const columns = (now: Date): Column<Post>[] => [
  { title: 'id', text: ({ id }) => id, fixed: true },
  { title: 'stored', text: ({ createdAt }) => ago(createdAt, now), fixed: true },
  {
    title: 'published',
    text: ({ publishedAt }) => publishedAt?.slice(0, 10) ?? null,
    fixed: true,
    dropFirst: 3,
  },
  { title: 'title', text: ({ title, body }) => title ?? body, least: 24 },
  { title: 'author', text: ({ author }) => author ?? '', dropFirst: 2 },
  { title: 'address', text: ({ url }) => url, dropFirst: 1 },
];
