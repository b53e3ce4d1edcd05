import type { Post } from '@feedwarden/contracts';
import { ago } from '../ago.js';
import type { Command } from '../command.js';
import { EXIT, UsageError } from '../exit-codes.js';
import { findSource } from '../find-source.js';
import { countOf } from '../read-options.js';
import { type Column, renderTable } from '../table.js';
import { takeUpTo } from '../take-up-to.js';

const DEFAULT_LIMIT = 100;

export const postsCommand: Command = {
  name: 'posts',
  summary: 'What was stored, oldest first',
  args: '',
  argCount: [0, 0],
  options: {
    source: { type: 'string', value: 'SOURCE', help: 'of one source: its id, its beginning, or its address' },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'stored at this time or later, like 2026-03-01 or 2026-03-01T12:00:00Z',
    },
    limit: { type: 'string', value: 'N', help: `so many at most (default: ${DEFAULT_LIMIT})` },
  },
  async run({ call, terminal, sources, crawler, signal, now }) {
    const limit = countOf(call, 'limit') ?? DEFAULT_LIMIT;
    const since = timeOf(call.text('since'));
    const wanted = call.text('source');
    const source = wanted === undefined ? null : await findSource(sources, wanted, signal);
    const query = {
      ...(since && { since }),
      ...(source && { source_id: source.id }),
      limit: Math.min(limit, 500),
    };
    const posts = await takeUpTo(limit, crawler.allPosts(query, { signal }), terminal);
    if (!terminal.isHuman) terminal.out(JSON.stringify(posts, null, 2));
    else if (posts.length === 0) terminal.note('No posts.');
    else terminal.out(renderTable(columns(now), posts, terminal));
    return EXIT.ok;
  },
};

const columns = (now: Date): Column<Post>[] => [
  { title: 'id', text: ({ id }) => id, fixed: true },
  { title: 'stored', text: ({ createdAt }) => ago(createdAt, now), fixed: true },
  { title: 'title', text: ({ title, body }) => title ?? body },
  { title: 'author', text: ({ author }) => author ?? '' },
  { title: 'address', text: ({ url }) => url },
];

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--since must be a time like 2026-03-01T12:00:00Z, not "${text}"`);
  return at.toISOString();
}
