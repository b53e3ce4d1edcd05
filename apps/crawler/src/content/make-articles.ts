import { type FeedOrigin, type PostDetails, SOURCE_TYPES, type SourceType } from '@feedwarden/contracts';

/** What an article is made of. */
export interface SourcePost {
  id: number;
  title: string | null;
  url: string | null;
  author: string | null;
  body: string;
  contentHtml: string | null;
  publishedAt: Date | null;
  createdAt: Date;
  details?: PostDetails | null;
}

export interface ArticleDraft extends Omit<SourcePost, 'id' | 'createdAt' | 'details'> {
  postIds: number[];
}

/** The source as far as it matters for its articles. */
export interface ArticleSource extends FeedOrigin {
  name: string;
  type: SourceType;
  aggregate: boolean | null;
}

/** An article for each post; or, for what only makes sense together, one digest of all. */
export function makeArticles(source: ArticleSource, posts: SourcePost[]): ArticleDraft[] {
  if (posts.length > 1 && isDigest(source)) return [digestOf(source, posts)];
  return posts.map(({ id, createdAt: _, details: __, ...post }) => ({ ...post, postIds: [id] }));
}

export function isDigest({ aggregate, type, ...origin }: ArticleSource): boolean {
  return aggregate ?? SOURCE_TYPES[type].isDigest(origin);
}

function digestOf(source: ArticleSource, posts: SourcePost[]): ArticleDraft {
  const inOrder = posts.toSorted((a, b) => timeOf(a) - timeOf(b));
  const last = inOrder.at(-1);
  return {
    title: `${source.name}: ${posts.length} posts`,
    url: last?.url ?? null,
    author: onlyAuthor(posts),
    body: inOrder.map((post) => [headingOf(post), post.body].filter(Boolean).join('\n')).join('\n\n'),
    contentHtml: null,
    publishedAt: last?.publishedAt ?? null,
    postIds: inOrder.map(({ id }) => id),
  };
}

/** A title made of the text would say the same twice. */
const headingOf = ({ title, details }: SourcePost) => (details?.titleIsDerived ? null : title);

const timeOf = ({ publishedAt, createdAt }: SourcePost): number => (publishedAt ?? createdAt).getTime();

function onlyAuthor(posts: SourcePost[]): string | null {
  const authors = new Set(posts.map(({ author }) => author));
  return authors.size === 1 ? (posts[0]?.author ?? null) : null;
}
