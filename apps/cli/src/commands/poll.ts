import { Command } from '@commander-js/extra-typings';
import type { PollAnswer } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { EXIT } from '../errors.js';
import { findSource, SOURCE_HELP } from '../find-source.js';
import { paint } from '../terminal/paint.js';
import { ago, oneLine } from '../terminal/text.js';

export const pollCommand = (run: Run) =>
  new Command('poll')
    .description('poll a source now, whatever its state; exit code 1 when it fails')
    .argument('<source>', SOURCE_HELP)
    .action(
      run(async ({ sources, crawler, terminal, signal }, name) => {
        const source = await findSource(sources, name, signal);
        terminal.progress(`polling ${source.name} …`);
        const answer = await crawler.pollFeed(source.id, { signal });
        terminal.progress(null);
        // The poll took a while: "now" is later than when the command began.
        terminal.result(answer, ({ colours }) => pollText(answer, new Date(), colours));
        return answer.outcome === 'failed' ? EXIT.failed : EXIT.ok;
      }),
    );

function pollText(
  { outcome, newPosts, error, decision, feed }: PollAnswer,
  now: Date,
  colours: boolean,
): string {
  const what = outcome === 'stored' ? `stored ${newPosts} new posts` : outcome;
  const why = error ? `: ${error.type}, ${oneLine(error.message)}` : '';
  return [
    paint(`${what}${why}`, outcome === 'failed' ? 'red' : 'green', colours),
    ...(decision === 'none' ? [] : [`decision: ${decision.replaceAll('_', ' ')}`]),
    `next poll: ${ago(feed.nextPollAt, now) ?? 'never'} (${feed.nextPollReason.replaceAll('_', ' ')})`,
  ].join('\n');
}
