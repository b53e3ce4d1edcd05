import type { PollAnswer } from '@feedwarden/contracts';
import { ago } from '../ago.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { findSource } from '../find-source.js';
import { paint } from '../paint.js';

export const pollCommand: Command = {
  name: 'poll',
  summary: 'Poll a source now, in whatever state it is',
  args: '<source>',
  argCount: [1, 1],
  options: {},
  notes: 'A poll that failed is exit code 1.',
  async run({ call, terminal, sources, crawler, signal, now }) {
    const source = await findSource(sources, call.args[0] ?? '', signal);
    terminal.progress(`polling ${source.name} …`);
    const answer = await crawler.pollNow(source.id, { signal });
    terminal.progress(null);
    if (!terminal.isHuman) terminal.out(JSON.stringify(answer, null, 2));
    else for (const line of linesOf(answer, now, terminal.colours)) terminal.out(line);
    return answer.outcome === 'failed' ? EXIT.failed : EXIT.ok;
  },
};

function linesOf(
  { outcome, newPosts, error, decision, feed }: PollAnswer,
  now: Date,
  colours: boolean,
): string[] {
  const colour = outcome === 'failed' ? 'red' : 'green';
  const what =
    outcome === 'stored'
      ? `stored, ${newPosts} new`
      : `${outcome}${error ? `: ${error.type}, ${error.message}` : ''}`;
  const next = feed.nextPollAt
    ? `${ago(feed.nextPollAt, now)} (${feed.nextPollReason})`
    : `never (${feed.nextPollReason})`;
  return [
    paint(what, colour, colours),
    ...(decision === 'none' ? [] : [`decision: ${decision}`]),
    `next poll: ${next}`,
  ];
}
