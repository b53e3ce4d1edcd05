import { Command } from '@commander-js/extra-typings';
import type { Explanation } from '@feedwarden/contracts';
import type { Run } from '../../context.js';
import { findSource, SOURCE_HELP } from '../../find-source.js';
import { ago } from '../../terminal/text.js';

export const explainCommand = (run: Run) =>
  new Command('explain')
    .description('explain why a source is polled or not, by which rule, and until when')
    .argument('<source>', SOURCE_HELP)
    .action(
      run(async ({ sources, crawler, terminal, signal, now }, name) => {
        const { id } = await findSource(sources, name, signal);
        const explanation = await crawler.explainFeed(id, { signal });
        terminal.result(explanation, () => explanationText(explanation, now));
      }),
    );

function explanationText({ sentence, because, counters, wouldChange }: Explanation, now: Date): string {
  const reasons = because.map(
    ({ reason, at, decides }) =>
      `${decides ? '→' : ' '} ${reason.replaceAll('_', ' ')}${at ? `: ${ago(at, now)}` : ''}`,
  );
  const frozen = counters.frozen ? ', which do not count for now' : '';
  return [
    sentence,
    ...reasons,
    `failures in a row: ${counters.consecutiveFailures}${frozen}`,
    ...wouldChange.map(({ event, effect }) => `if ${event.replaceAll('_', ' ')}: ${effect}`),
  ].join('\n');
}
