import type { RawEnclosure } from '../entry/entry-details.js';
import { firstDate } from '../entry/parse-date.js';
import type { RawEntry } from '../entry/raw-entry.js';
import type { Includes, Tweet } from './api-schemas.js';

/** A picture or a video of a post. */
interface Medium {
  url: string;
  type: string;
  alt: string;
  /** Of a video. */
  poster: string | null;
  seconds: number | null;
}

/** One post as an entry: its text, its pictures and videos, and what it quotes. */
export function postEntry(tweet: Tweet, author: string, includes: Includes): RawEntry {
  const url = addressOf(author, tweet.id);
  const media = mediaOf(tweet, includes);
  const quoted = quotedPost(tweet, includes);
  const plain = tweetText(tweet.note_tweet ?? tweet, media);
  const isMoreThanText = media.size > 0 || quoted !== null;
  const [first] = media.values();
  return {
    guid: url,
    url,
    title: null,
    content: isMoreThanText ? { html: postHtml(plain, media, quoted) } : { text: plain },
    author,
    publishedAt: firstDate([tweet.created_at]),
    ...(first && {
      details: { enclosures: [...media.values()].map(enclosureOf), image: first.poster ?? first.url },
    }),
  };
}

const addressOf = (author: string, id: string) => `https://x.com/${author}/status/${id}`;

function mediaOf({ attachments }: Tweet, includes: Includes): Map<string, Medium> {
  const keys = attachments?.media_keys ?? [];
  const found = keys.flatMap((key): [string, Medium][] => {
    const medium = includes.media.find(({ media_key }) => media_key === key);
    const best = medium && mediumOf(medium);
    return best ? [[key, best]] : [];
  });
  return new Map(found);
}

/** The picture, or the best file of a video; its preview where the API gives no file. */
function mediumOf(medium: Includes['media'][number]): Medium | null {
  const { type, url, preview_image_url: preview, alt_text, duration_ms: duration, variants } = medium;
  const alt = alt_text ?? '';
  const [video] = variants
    .filter(({ content_type }) => content_type?.startsWith('video/'))
    .sort((a, b) => b.bit_rate - a.bit_rate);
  if (type !== 'photo' && video?.content_type) {
    const seconds = duration === null ? null : duration / 1000;
    return { url: video.url, type: video.content_type, alt, poster: preview, seconds };
  }
  const picture = url ?? preview;
  return picture === null
    ? null
    : { url: picture, type: pictureType(picture), alt, poster: null, seconds: null };
}

const pictureType = (url: string) => (/\.png\b|format=png/i.test(url) ? 'image/png' : 'image/jpeg');

const enclosureOf = ({ url, type, seconds }: Medium): RawEnclosure => ({ url, type, duration: seconds });

interface QuotedPost {
  text: string;
  author: string | null;
  url: string;
}

function quotedPost({ referenced_tweets }: Tweet, includes: Includes): QuotedPost | null {
  const id = referenced_tweets.find(({ type }) => type === 'quoted')?.id;
  const tweet = includes.tweets.find((one) => one.id === id);
  if (!tweet) return null;
  const author = includes.users.find((user) => user.id === tweet.author_id)?.username ?? null;
  // Without a name, X finds the post all the same.
  return { text: tweetText(tweet.note_tweet ?? tweet), author, url: addressOf(author ?? 'i', tweet.id) };
}

function postHtml(plain: string, media: Map<string, Medium>, quoted: QuotedPost | null): string {
  const pictures = [...media.values()].map(mediumHtml);
  return `${paragraph(plain)}${quoted ? quoteHtml(quoted) : ''}${pictures.join('')}`;
}

function quoteHtml({ text: words, author, url }: QuotedPost): string {
  const from = `<a href="${url}">${author ? `@${author}` : url}</a>`;
  return `<blockquote cite="${url}">${paragraph(words)}<p>${from}</p></blockquote>`;
}

function mediumHtml({ url, type, alt, poster }: Medium): string {
  if (!type.startsWith('video/')) return `<p><img src="${escaped(url)}" alt="${escaped(alt)}"></p>`;
  const preview = poster ? ` poster="${escaped(poster)}"` : '';
  return `<p><video src="${escaped(url)}"${preview} controls></video></p>`;
}

const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/;

function paragraph(plain: string): string {
  const parts = plain.split(LINK).map((part, index) => {
    return index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part);
  });
  return `<p>${parts.join('').replaceAll('\n', '<br>')}</p>`;
}

function escaped(plain: string): string {
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

interface TweetText {
  text: string;
  entities: { urls: { url: string; expanded_url: string; media_key?: string | null }[] } | null;
}

const ESCAPES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The text as a person reads it: the API escapes three characters, and shortens every link, that to a picture too. */
export function tweetText(
  { text: written, entities }: TweetText,
  media: Map<string, { url: string }> = new Map(),
): string {
  const links = new Map<string, string>();
  for (const { url, expanded_url, media_key } of entities?.urls ?? [])
    if (!links.has(url)) links.set(url, media.get(media_key ?? '')?.url ?? expanded_url);
  return written
    .replace(/&(?:lt|gt|amp);/g, (found) => ESCAPES[found] ?? found)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
}
