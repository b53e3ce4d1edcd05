import type { DiscoveredFeed, Discovery } from '@feedwarden/contracts';
import { type Detail, type Look, renderDetails, renderTable } from '../terminal/table.js';

/** What was found at an address, for a person. */
export function showDiscovery(
  { url, redirects, kind, title, feeds, isComplete, page, suggestion }: Discovery,
  look: Look,
): string {
  const details: Detail[] = [
    ['address', url],
    ...redirects.map(({ statusCode, to }): Detail => ['redirects to', `${to} (${statusCode})`]),
    ['is a', kind],
    ['title', title],
    ['articles linked', page?.articles ?? null],
    ['page not polled', page?.robotsRefusal ?? null, 'yellow'],
    ['suggested', suggestion && `${suggestion.type}: ${suggestion.feedUrl}`, 'green'],
  ];
  const parts = [renderDetails(details, look)];
  if (feeds.length > 0) parts.push('', feedTable(feeds, look));
  if (!isComplete) parts.push('', 'There may be more feeds: not every place was looked at.');
  const [feed] = feeds;
  if (feed && feed.sample.length > 0) parts.push('', sampleTable(feed, look), '', firstPollOf(feed));
  return parts.join('\n');
}

/** Why there is nothing to poll, and where the way ended. */
export function nothingFound(
  { url, redirects }: Discovery,
  { message }: NonNullable<Discovery['error']>,
): string {
  const end = redirects.at(-1);
  return `nothing to poll at ${url}${end ? `, which redirects to ${end.to}` : ''}: ${message}`;
}

export function feedTable(feeds: DiscoveredFeed[], look: Look): string {
  const rows = feeds.map((feed, index) => ({ ...feed, number: index + 1 }));
  return renderTable(
    [
      { title: '#', text: ({ number }) => number, fixed: true },
      { title: 'feed', text: ({ url }) => url },
      { title: 'title', text: ({ title }) => title },
      { title: 'format', text: ({ format }) => format, fixed: true },
      { title: 'entries', text: ({ entries }) => entries, fixed: true },
    ],
    rows,
    look,
  );
}

const sampleTable = ({ sample }: DiscoveredFeed, look: Look) =>
  renderTable(
    [
      { title: 'published', text: ({ publishedAt }) => publishedAt?.slice(0, 10) ?? null, fixed: true },
      { title: 'entry', text: ({ title, url }) => title ?? url },
      { title: 'first poll', text: ({ firstPoll }) => VERDICTS[firstPoll], fixed: true },
    ],
    sample,
    look,
  );

const VERDICTS = { store: 'stores it', before_source: 'skips it', too_old: 'too old' };

function firstPollOf({ firstPoll: { store, before_source, too_old } }: DiscoveredFeed): string {
  return `A first poll would store ${store}, skip ${before_source} published before the source was added, and ${too_old} that are too old.`;
}
