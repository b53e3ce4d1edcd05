import { describe, expect, it } from '@jest/globals';
import { toSafeHtml } from './safe-html.js';

describe('HTML for showing', () => {
  it.each([
    ['text and structure', '<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    [
      'a handler',
      '<img src="https://a.example/x.png" onerror="alert(1)">',
      '<img src="https://a.example/x.png" />',
    ],
    [
      'a script as address',
      '<a href="javascript:alert(1)">x</a>',
      '<a rel="noopener noreferrer nofollow">x</a>',
    ],
    [
      'an address without a scheme',
      '<a href="//evil.example">x</a>',
      '<a rel="noopener noreferrer nofollow">x</a>',
    ],
    [
      'a link',
      '<a href="https://a.example" onclick="x()">x</a>',
      '<a href="https://a.example" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['data as image', '<img src="data:text/html,x">', ''],
    [
      'a frame, a form and a style',
      '<iframe src="https://a.example">no</iframe><form></form><style>*{}</style>ok',
      'ok',
    ],
  ])('keeps only what is harmless of %s', (_given, html, expected) => {
    expect(toSafeHtml(html)).toBe(expected);
  });
});

const MP4 = 'https://a.example/x.mp4';
const PLAYER =
  'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allow="encrypted-media; fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"';
const LINK = 'rel="noopener noreferrer nofollow"';

describe('media', () => {
  it.each([
    [
      'a video',
      `<video src="${MP4}" poster="/p.png" width="640" height="50%" autoplay loop>no video</video>`,
      `<video width="640" src="${MP4}" poster="/p.png" controls preload="none">no video</video>`,
    ],
    [
      'a video with sources',
      `<video><source src="${MP4}" type="video/mp4; codecs=&quot;avc1&quot;"><source src="x.webm" type="<b>"></video>`,
      `<video controls preload="none"><source src="${MP4}" type="video/mp4; codecs=&quot;avc1&quot;" /><source src="x.webm" /></video>`,
    ],
    [
      'a lazy video',
      `<video data-src="${MP4}"></video>`,
      `<video src="${MP4}" controls preload="none"></video>`,
    ],
    [
      'a sound',
      '<audio src="https://a.example/x.mp3" onplay="x()"></audio>',
      '<audio src="https://a.example/x.mp3" controls preload="none"></audio>',
    ],
    [
      'a picture with sources',
      '<picture><source srcset="https://a.example/x.webp 2x" media="(min-width: 9em)" type="image/webp"><img src="/x.png"></picture>',
      '<picture><source srcset="https://a.example/x.webp 2x" type="image/webp" media="(min-width: 9em)" /><img src="/x.png" /></picture>',
    ],
  ])('keeps %s', (_given, html, expected) => {
    expect(toSafeHtml(html)).toBe(expected);
  });
});

describe('lazy images', () => {
  const a = 'https://a.example/a.png';
  it.each([
    [
      'data-src',
      `<img src="data:image/gif;base64,R0" data-src="${a}" alt="A">`,
      `<img src="${a}" alt="A" />`,
    ],
    ['data-lazy-src', `<img src="/blank.gif" data-lazy-src="${a}">`, `<img src="${a}" />`],
    ['data-original', `<img data-original=" ${a} ">`, `<img src="${a}" />`],
    [
      'data-srcset',
      `<img srcset="/blank.gif 1w" data-srcset="${a} 300w" sizes="50vw">`,
      `<img src="${a}" srcset="${a} 300w" sizes="50vw" />`,
    ],
    ['data-lazy-srcset', `<img data-lazy-srcset="${a} 2x">`, `<img src="${a}" srcset="${a} 2x" />`],
    [
      'noscript behind it',
      `<img data-src="${a}"><noscript><img src="${a}"></noscript>`,
      `<img src="${a}" />`,
    ],
    [
      'noscript before it',
      `<noscript><img src="${a}"></noscript><img data-src="${a}">`,
      `<img src="${a}" />`,
    ],
    [
      'noscript alone',
      `<img src="data:image/gif;base64,R0"><noscript><img src="${a}"></noscript>`,
      `<img src="${a}" />`,
    ],
    ['an address that is none', `<img src="${a}" data-src="lazy">`, `<img src="${a}" />`],
    [
      'the same image twice on purpose',
      `<img src="${a}"><img src="${a}">`,
      `<img src="${a}" /><img src="${a}" />`,
    ],
    ['words instead of an image', '<img src="data:image/png;base64,R0" alt="A">', '<img alt="A" />'],
  ])('have the address of %s', (_given, html, expected) => {
    expect(toSafeHtml(html)).toBe(expected);
  });
});

describe('players', () => {
  it.each([
    [
      'www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1&start=30',
      'www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30',
    ],
    ['youtube.com/v/dQw4w9WgXcQ', 'www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    [
      'www.youtube.com/embed/videoseries?list=PL_a-1',
      'www.youtube-nocookie.com/embed/videoseries?list=PL_a-1',
    ],
    ['player.vimeo.com/video/1084537?h=ab12&autoplay=1', 'player.vimeo.com/video/1084537?h=ab12'],
    ['www.dailymotion.com/embed/video/x7tgad0', 'www.dailymotion.com/embed/video/x7tgad0'],
    ['open.spotify.com/embed-podcast/episode/4rOoJ6', 'open.spotify.com/embed/episode/4rOoJ6'],
    [
      'w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/34019569&auto_play=true',
      'w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F34019569',
    ],
    ['bandcamp.com/EmbeddedPlayer/album=12/size=large/', 'bandcamp.com/EmbeddedPlayer/album=12/'],
    ['embed.podcasts.apple.com/us/podcast/a-show/id12?i=34', 'embed.podcasts.apple.com/us/podcast/id12?i=34'],
    ['archive.org/embed/some_film.1950', 'archive.org/embed/some_film.1950'],
    ['embed.ted.com/talks/lang/de/a_talk', 'embed.ted.com/talks/lang/de/a_talk'],
  ])('shows %s in a frame', (given, expected) => {
    expect(toSafeHtml(`<iframe src="//${given.replaceAll('&', '&amp;')}" width="560"></iframe>`)).toBe(
      `<iframe src="https://${expected}" width="560" ${PLAYER}></iframe>`,
    );
  });

  it.each([
    ['a lazy frame', '<iframe src="about:blank" data-src="https://player.vimeo.com/video/1"></iframe>'],
    ['an object', '<object data="https://player.vimeo.com/video/1"><param name="a"><p>old</p></object>'],
    [
      'an embed in an object',
      '<object><param name="a"><embed src="https://player.vimeo.com/video/1"></object>',
    ],
  ])('shows the player of %s once', (_given, html) => {
    expect(toSafeHtml(html)).toBe(`<iframe src="https://player.vimeo.com/video/1" ${PLAYER}></iframe>`);
  });

  it.each([
    [
      'a page of such a site that is no player',
      'https://www.youtube.com/live_chat?v=a&amp;b=c',
      'www.youtube.com',
    ],
    ['a site that allows no such frame', 'https://player.twitch.tv/?channel=a', 'player.twitch.tv'],
  ])('shows a link to %s', (_given, url, text) => {
    expect(toSafeHtml(`<p><iframe src="${url}">old</iframe> b</p>`)).toBe(
      `<p><a href="${url}" ${LINK}>${text}</a> b</p>`,
    );
  });
});
