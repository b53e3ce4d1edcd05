import { sampleSource } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { completeSettings, hostOf, isReadDifferently, settingsOf } from './feed.js';
import { sampleSettings } from './testing/sample-feed.js';

describe('hostOf', () => {
  it.each([
    ['https://news.example/feed', 'news.example'],
    ['http://NEWS.example:8080/other?x=1', 'news.example'],
    ['https://ann:s3cret@news.example/', 'news.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://[::1]:4000/', '[::1]'],
  ])('is the host of %s', (url, host) => {
    expect(hostOf(url, 'id-1')).toBe(host);
  });

  it.each([null, '', 'not a URL', 'https://'])('is a host of its own for the URL %j', (url) => {
    expect(hostOf(url, 'id-1')).toBe('no-host:id-1');
    expect(hostOf(url, 'id-2')).not.toBe(hostOf(url, 'id-1'));
  });
});

describe('the settings of a feed', () => {
  it('are everything that a person can set, but for the switch', () => {
    const settings = sampleSettings({ name: 'Wire' });
    expect(settingsOf(sampleSource({ name: 'Wire' }))).toEqual(settings);
    expect(settings).not.toHaveProperty('enabled');
  });

  it('are completed when an older version of the crawler stored fewer of them', () => {
    const { articleSelector: _, ...older } = sampleSettings({ name: 'Wire' });
    expect(completeSettings(older)).toEqual(sampleSettings({ name: 'Wire' }));
  });

  it.each([
    { changes: { feedUrl: 'https://news.example/other' }, differs: true },
    { changes: { type: 'website' as const }, differs: true },
    { changes: { articleSelector: 'a.more' }, differs: true },
    { changes: { name: 'Wire', pollIntervalMinutes: 5 }, differs: false },
  ])('decide how a source is read: $changes differs $differs', ({ changes, differs }) => {
    expect(isReadDifferently(sampleSettings(changes), sampleSettings())).toBe(differs);
  });
});
