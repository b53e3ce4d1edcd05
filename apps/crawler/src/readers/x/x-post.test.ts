import { describe, expect, it } from '@jest/globals';
import { makeEntry } from '../entry/make-entry.js';
import { includesSchema, tweetSchema } from './api-schemas.js';
import { postEntry, tweetText } from './x-post.js';

/** The entry of a post, as the API gives it. */
function entryOf(tweet: object, includes: object = {}) {
  const post = tweetSchema.parse({ id: '5', text: 'Words', ...tweet });
  return makeEntry(postEntry(post, 'NASA', includesSchema.parse(includes)), 'https://api.x.com/');
}

const PICTURE = 'https://pbs.twimg.example/media/a.jpg';
const VIDEO = 'https://video.twimg.example/a-720.mp4';
const photo = { media_key: '3_1', type: 'photo', url: PICTURE, alt_text: 'A "launch" pad' };
const video = {
  media_key: '7_2',
  type: 'video',
  preview_image_url: 'https://pbs.twimg.example/preview.jpg',
  duration_ms: 12_400,
  variants: [
    { content_type: 'application/x-mpegURL', url: 'https://video.twimg.example/a.m3u8' },
    { bit_rate: 832_000, content_type: 'video/mp4', url: 'https://video.twimg.example/a-360.mp4' },
    { bit_rate: 2_176_000, content_type: 'video/mp4', url: VIDEO },
  ],
};

describe('a post on X', () => {
  it('stays plain text when it is nothing but text', () => {
    expect(entryOf({ text: 'One\n\ntwo &lt;3' })).toMatchObject({ body: 'One two <3', contentHtml: null });
    expect(entryOf({})).not.toHaveProperty('details');
  });

  it('keeps its pictures, with the words that stand for them', () => {
    const links = [
      { url: 'https://t.co/p', expanded_url: 'https://x.com/NASA/status/5/photo/1', media_key: '3_1' },
    ];
    const tweet = {
      text: 'Look & see\nhttps://t.co/p',
      entities: { urls: links },
      attachments: { media_keys: ['3_1', 'missing'] },
    };
    expect(entryOf(tweet, { media: [photo] })).toMatchObject({
      body: `Look & see ${PICTURE}`,
      contentHtml:
        `<p>Look &amp; see<br><a href="${PICTURE}">${PICTURE}</a></p>` +
        `<p><img src="${PICTURE}" alt="A &quot;launch&quot; pad"></p>`,
      details: { image: PICTURE, enclosures: [{ url: PICTURE, type: 'image/jpeg' }] },
    });
  });

  it('keeps the best file of a video, how long it is and its preview', () => {
    const entry = entryOf({ attachments: { media_keys: ['7_2'] } }, { media: [video] });
    expect(entry).toMatchObject({
      contentHtml: `<p>Words</p><p><video src="${VIDEO}" poster="${video.preview_image_url}" controls></video></p>`,
      details: {
        image: video.preview_image_url,
        enclosures: [{ url: VIDEO, type: 'video/mp4', durationSeconds: 12 }],
      },
    });
  });

  it('keeps the preview of a video without files', () => {
    const entry = entryOf({ attachments: { media_keys: ['7_2'] } }, { media: [{ ...video, variants: 'x' }] });
    expect(entry?.details).toEqual({
      image: video.preview_image_url,
      enclosures: [{ url: video.preview_image_url, type: 'image/jpeg' }],
    });
  });

  const quoting = { referenced_tweets: [{ type: 'quoted', id: '9' }] };
  const quoted = {
    id: '9',
    text: 'Short…',
    author_id: '77',
    note_tweet: { text: 'The whole <quoted> text' },
  };

  it('keeps the post that it quotes, with its author', () => {
    const includes = { tweets: [quoted], users: [{ id: '77', username: 'esa' }] };
    expect(entryOf(quoting, includes)).toMatchObject({
      body: 'Words The whole <quoted> text @esa',
      contentHtml:
        '<p>Words</p><blockquote cite="https://x.com/esa/status/9"><p>The whole &lt;quoted&gt; text</p>' +
        '<p><a href="https://x.com/esa/status/9">@esa</a></p></blockquote>',
    });
  });

  it('links to the quoted post when its author is unknown', () => {
    expect(entryOf(quoting, { tweets: [quoted] })?.contentHtml).toContain(
      '<a href="https://x.com/i/status/9">',
    );
  });

  it.each([
    ['a post that is not there', quoting, {}],
    [
      'a post that it answers',
      { referenced_tweets: [{ type: 'replied_to', id: '9' }] },
      { tweets: [quoted] },
    ],
  ])('quotes nothing of %s', (_given, tweet, includes) => {
    expect(entryOf(tweet, includes)).toMatchObject({ body: 'Words', contentHtml: null });
  });

  it('drops only what is wrong in what it refers to', () => {
    const includes = {
      media: [null, { media_key: 7 }, { ...photo, alt_text: 1, duration_ms: 'x' }],
      tweets: 'x',
      users: [{}],
    };
    const tweet = { attachments: { media_keys: [1, '3_1'] }, referenced_tweets: [{}, 'x'] };
    expect(entryOf(tweet, includes)).toMatchObject({
      contentHtml: `<p>Words</p><p><img src="${PICTURE}" alt=""></p>`,
    });
  });
});

const urls = [
  { url: 'https://t.co/aaa', expanded_url: 'https://news.example/1?a=$&b=&amp;' },
  { url: 'https://t.co/aaab', expanded_url: 'https://news.example/2' },
];

describe('tweetText', () => {
  it.each([
    ['plain words', 'Hello, world', 'Hello, world'],
    ['escaped characters', '1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['what was escaped before it was posted', 'write &amp;lt; for it', 'write &lt; for it'],
    ['a link', 'Read https://t.co/aaa now', 'Read https://news.example/1?a=$&b=&amp; now'],
    ['a link that begins like another', 'https://t.co/aaab', 'https://news.example/2'],
    ['a link nobody explains', 'https://t.co/zzz', 'https://t.co/zzz'],
  ])('reads %s: %j becomes %j', (_given, text, expected) => {
    expect(tweetText({ text, entities: { urls } })).toBe(expected);
  });

  it('leaves links unchanged without entities', () => {
    expect(tweetText({ text: 'https://t.co/aaa', entities: null })).toBe('https://t.co/aaa');
  });
});
