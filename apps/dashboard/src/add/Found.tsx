import type { DiscoveredFeed, Discovery, SuggestedSource } from '@feedwarden/contracts';
import { useState } from 'react';
import { Card, ErrorBadge } from '../parts/controls.js';
import { counted } from '../words/times.js';
import { AddForm } from './AddForm.js';
import styles from './add.module.css';
import { hostOf, withScheme } from './addresses.js';

interface Props {
  given: string;
  discovery: Discovery;
  onAdded: () => void;
}

/** What discovery found: a choice of feeds, the page itself, or why there is nothing, which can be added all the same. */
export function Found({ given, discovery, onAdded }: Props) {
  const { feeds, page, error, finalUrl } = discovery;
  const choices = choicesOf(discovery);
  const [at, setAt] = useState(0);
  const choice = choices[Math.min(at, choices.length - 1)];
  return (
    <>
      {error && (
        <Card title="This address does not answer as a feed" className={styles.result}>
          <div className={styles.inside}>
            <p className={styles.badges}>
              <ErrorBadge type={error.type} message={error.message} /> {error.message}
            </p>
            <p>
              It can be added all the same: it is tried again by itself, less often the longer it fails, and
              you see when it comes back.
            </p>
            <AddForm
              suggestion={{
                name: discovery.title ?? hostOf(given),
                type: 'rss',
                feedUrl: withScheme(given),
                siteUrl: null,
              }}
              word="Add all the same"
              onAdded={onAdded}
            />
          </div>
        </Card>
      )}
      {choice && (
        <Card
          title={
            feeds.length > 0 ? counted(feeds.length, 'feed').replace(/^one/, 'One') : 'No feed, but a page'
          }
          aside={discovery.isComplete ? undefined : 'there may be more: the limit of requests was reached'}
          className={styles.result}
        >
          <div className={styles.inside}>
            <fieldset className={styles.choices}>
              <legend className="unseen">What to add</legend>
              {choices.map(({ key, title, detail }, index) => (
                <label key={key} data-chosen={choice.key === key || undefined}>
                  <input
                    type="radio"
                    name="choice"
                    checked={choice.key === key}
                    onChange={() => setAt(index)}
                  />
                  <span>
                    <b>{title}</b>
                    <small className="mono">{detail}</small>
                  </span>
                </label>
              ))}
            </fieldset>
            {choice.feed && <FirstPoll feed={choice.feed} />}
            {!choice.feed && page?.excerpt && <p className={styles.excerpt}>{page.excerpt}</p>}
            {!choice.feed && page?.robotsRefusal && <p role="alert">{page.robotsRefusal}</p>}
            <AddForm key={choice.key} suggestion={choice.suggestion} onAdded={onAdded} />
          </div>
        </Card>
      )}
      {!choice && !error && (
        <Card title="Nothing to poll was found" className={styles.result}>
          <div className={styles.inside}>
            <p>{finalUrl} answers, but has neither a feed nor text. It can be added all the same.</p>
            <AddForm
              suggestion={{ name: hostOf(given), type: 'rss', feedUrl: withScheme(given), siteUrl: null }}
              word="Add all the same"
              onAdded={onAdded}
            />
          </div>
        </Card>
      )}
    </>
  );
}

function FirstPoll({ feed }: { feed: DiscoveredFeed }) {
  const { store, before_source: before, too_old: old } = feed.firstPoll;
  const skipped = before + old;
  return (
    <div>
      <p>
        A first poll would store {store}
        {skipped > 0 && `, and skip ${skipped} that ${skipped === 1 ? 'is' : 'are'} older`}.
      </p>
      <ul className={styles.entries}>
        {feed.sample.slice(0, 3).map(({ title, url }) => (
          <li key={`${url} ${title}`} className="cut">
            {title ?? url ?? 'an entry without a title'}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Choice {
  key: string;
  title: string;
  detail: string;
  feed: DiscoveredFeed | null;
  suggestion: SuggestedSource;
}

function choicesOf({ feeds, page, suggestion, title, finalUrl, kind }: Discovery): Choice[] {
  const site = suggestion?.siteUrl ?? (kind === 'page' ? finalUrl : null);
  const byFeed = feeds.map(
    (feed): Choice => ({
      key: feed.url,
      title: feed.title ?? hostOf(feed.url),
      detail: `${feed.format} · ${counted(feed.entries, 'entry', 'entries')} · ${feed.url}`,
      feed,
      suggestion: {
        name: suggestion?.feedUrl === feed.url ? suggestion.name : (feed.title ?? title ?? hostOf(feed.url)),
        type: 'rss',
        feedUrl: feed.url,
        siteUrl: site,
      },
    }),
  );
  if (!page || !finalUrl) return byFeed;
  const name = page.title ?? title ?? hostOf(finalUrl);
  const own = (type: 'watchlist' | 'website', words: string): Choice => ({
    key: type,
    title: words,
    detail: finalUrl,
    feed: null,
    suggestion: { name, type, feedUrl: finalUrl, siteUrl: finalUrl },
  });
  return [
    ...byFeed,
    ...(page.articles > 0
      ? [own('watchlist', `The page as a watchlist: ${counted(page.articles, 'article')} linked`)]
      : []),
    ...(page.excerpt ? [own('website', 'The page itself, as one post')] : []),
  ];
}
