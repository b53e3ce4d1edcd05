import { describe, expect, it } from '@jest/globals';
import { hostOf } from './feed.js';
import { loggableUrl } from './web-url.js';

describe('hostOf', () => {
  it.each([
    ['https://news.example/feed', 'news.example'],
    ['http://NEWS.example:8080/other?x=1', 'news.example'],
    ['https://ann:s3cret@news.example/', 'news.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://[::1]:4000/', '[::1]'],
  ])('Given %s, when its host is asked, then it is %s', (url, host) => {
    expect(hostOf(url, 'id-1')).toBe(host);
  });

  it.each([null, '', 'not a URL', 'https://'])(
    'Given %j, when its host is asked, then it is alone',
    (url) => {
      expect(hostOf(url, 'id-1')).toBe('no-host:id-1');
      expect(hostOf(url, 'id-2')).not.toBe(hostOf(url, 'id-1'));
    },
  );
});

describe('loggableUrl', () => {
  it.each([
    ['https://news.example/feed?page=2', 'https://news.example/feed?page=2'],
    ['https://ann:s3cret@news.example/feed', 'https://news.example/feed'],
    ['https://ann@news.example/feed', 'https://news.example/feed'],
    ['https://:s3cret@news.example/feed', 'https://news.example/feed'],
    ['//ann:s3cret@news.example', '(not a URL)'],
    ['', '(not a URL)'],
  ])('Given %j, when it is logged, then it is %j', (url, expected) => {
    expect(loggableUrl(url)).toBe(expected);
  });
});
