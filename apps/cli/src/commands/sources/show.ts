import { Command } from '@commander-js/extra-typings';
import { ApiError, ApiUnreachableError } from '@feedwarden/client';
import type { FeedHistory, PastPoll, Source } from '@feedwarden/contracts';
import type { Context, Run } from '../../context.js';
import { findSource, SOURCE_HELP } from '../../find-source.js';
import { STATUS_COLOURS } from '../../terminal/paint.js';
import { type Column, type Detail, renderDetails, renderTable } from '../../terminal/table.js';
import { ago } from '../../terminal/text.js';
import { eventTable } from '../events.js';
import { type Streak, streakOf, streakText } from './streak.js';

const SHOWN_EVENTS = 5;
const SHOWN_POLLS = 5;

export const showCommand = (run: Run) =>
  new Command('show')
    .description('show the settings, the health, the last polls and the last events of a source')
    .argument('<source>', SOURCE_HELP)
    .action(
      run(async (context, name) => {
        const { sources, terminal, signal, now } = context;
        const source = await findSource(sources, name, signal);
        const [{ items: events }, policies, feed] = await Promise.all([
          sources.listSourceEvents(source.id, { limit: SHOWN_EVENTS }, { signal }),
          sources.getFailurePolicies({ signal }),
          feedOf(source, context),
        ]);
        const streak = feed && streakOf(source, feed, policies);
        terminal.result({ ...source, streak, events, feed }, (look) => {
          const polls = feed?.recentPolls.slice(0, SHOWN_POLLS) ?? [];
          return [
            renderDetails(detailsOf({ source, feed, streak, policy: policies.default, now }), look),
            ...(polls.length > 0 ? [renderTable(pollColumns(now), polls, look)] : []),
            ...(events.length > 0 ? [eventTable(events, now, look)] : []),
          ].join('\n\n');
        });
      }),
    );

/** What the crawler knows of it; a source can be shown without. */
async function feedOf({ id }: Source, { crawler, terminal, signal }: Context): Promise<FeedHistory | null> {
  try {
    return await crawler.getFeed(id, { signal });
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    if (!isUnknown && !(error instanceof ApiUnreachableError)) throw error;
    terminal.note(`No polls to show: ${error.message}`);
    return null;
  }
}

interface Shown {
  source: Source;
  feed: FeedHistory | null;
  streak: Streak | null;
  policy: string;
  now: Date;
}

function detailsOf({ source, feed, streak, policy, now }: Shown): Detail[] {
  const at = (iso: string | null) => iso && `${iso} (${ago(iso, now)})`;
  return [
    ['name', source.name],
    ['id', source.id],
    ['type', source.type],
    ['address', source.feedUrl],
    ['site', source.siteUrl],
    ['status', source.status, STATUS_COLOURS[source.status]],
    ['disabled', source.disabledReason ?? source.feedDisableReason],
    ['retried', at(source.feedRetryAt)],
    ['quarantined', at(source.quarantinedAt)],
    ['failing since', at(source.failingSince)],
    ['last error', source.lastError, 'red'],
    ['streak', streak && streakText(streak)],
    ['proposed address', source.proposedFeedUrl],
    ['last polled', at(source.lastPolledAt)],
    ['last success', at(source.lastSuccessAt)],
    ['next poll', feed && `${at(feed.nextPollAt) ?? 'never'}: ${feed.nextPollReason.replaceAll('_', ' ')}`],
    ['interval', source.pollIntervalMinutes && `${source.pollIntervalMinutes} min`],
    ['policy', source.failurePolicy ?? `${policy} (default)`],
    ['created', at(source.createdAt)],
  ];
}

const pollColumns = (now: Date): Column<PastPoll>[] => [
  { title: 'polled', text: ({ at }) => ago(at, now), fixed: true },
  {
    title: 'outcome',
    text: ({ outcome, newPosts }) => (outcome === 'stored' ? `${newPosts} new` : outcome),
    colour: ({ outcome }) => (outcome === 'failed' ? 'red' : 'green'),
    fixed: true,
  },
  { title: 'status', text: ({ statusCode }) => statusCode || null, fixed: true, dropFirst: 3 },
  { title: 'error', text: ({ errorType, code }) => (errorType ? `${errorType} (${code})` : '') },
  { title: 'took', text: ({ durationMs }) => `${durationMs} ms`, fixed: true, dropFirst: 2 },
  { title: 'decision', text: ({ decision }) => (decision === 'none' ? '' : decision), dropFirst: 1 },
];
