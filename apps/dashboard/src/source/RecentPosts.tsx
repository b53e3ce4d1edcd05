import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Crawler, errorWords } from '../api/clients.js';
import { askCrawler } from '../api/connection.js';
import { useCrawler } from '../api/crawler-data.js';
import { Button, Card } from '../parts/controls.js';
import { clock } from '../words/times.js';
import styles from './source.module.css';

const PAGE = 5;
const EXCERPT = 600;

/** What the feed brought. Text only: the HTML of strangers has no place in this page. */
export function RecentPosts({ id, now }: { id: string; now: Date }) {
  const crawler = useCrawler();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['posts', id],
    queryFn: ({ pageParam, signal }) =>
      askCrawler(() =>
        (crawler as Crawler).listPosts(
          { source_id: id, order: 'newest', limit: PAGE, ...(pageParam && { cursor: pageParam }) },
          { signal },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: crawler !== null,
  });
  const posts = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title="Recent posts">
      {error && <p className={styles.calm}>{errorWords(error)}</p>}
      {data && posts.length === 0 && <p className={styles.calm}>None yet.</p>}
      <ol className={styles.posts}>
        {posts.map((post) => (
          <PostLine key={post.id} post={post} now={now} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          look="bare"
          className={styles.more}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          More
        </Button>
      )}
    </Card>
  );
}

type Post = Awaited<ReturnType<Crawler['listPosts']>>['items'][number];

function PostLine({ post, now }: { post: Post; now: Date }) {
  const [isOpen, setOpen] = useState(false);
  const { title, url, author, createdAt, body } = post;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title || 'Without a title'}
      </button>
      <small>
        stored {clock(new Date(createdAt), now)}
        {author && ` · by ${author}`}
      </small>
      {isOpen && (
        <div>
          <p>
            {body.slice(0, EXCERPT)}
            {body.length > EXCERPT && '…'}
          </p>
          {url && isWebUrl(url) && (
            <a href={url} target="_blank" rel="noreferrer">
              Read it where it was published
            </a>
          )}
        </div>
      )}
    </li>
  );
}

/** A feed can say anything; only the web is opened from here. */
const isWebUrl = (url: string) => /^https?:\/\//i.test(url);
