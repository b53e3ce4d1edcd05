import type { Source } from '@feedwarden/contracts';
import { INITIAL_HEALTH } from '@feedwarden/feed-health';
import { sampleSource } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { sampleFeed, sampleSettings } from '../poll/testing/sample-feed.js';
import { followSource } from './follow-source.js';
import type { KnownFeed } from './ports.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const follow = (known: KnownFeed | null, source: Source) =>
  followSource(known, source, { at: NOW, defaultIntervalMinutes: 30 });
const known = (changes = {}, commandsPending = false) => ({ feed: sampleFeed(changes), commandsPending });

const failing = {
  ...INITIAL_HEALTH,
  consecutiveFailures: 4,
  typeStreak: 4,
  permanentStreak: 4,
  lastFailureType: 'permanent' as const,
  lastErrorType: 'not_found' as const,
  lastError: 'HTTP 404',
  failingSince: new Date('2026-02-28T00:00:00Z'),
  lastPolledAt: new Date('2026-03-01T11:00:00Z'),
  lastSuccessAt: new Date('2026-02-27T00:00:00Z'),
};
const ourSwitch = { disabledAt: new Date('2026-03-01T11:00:00Z'), reason: 'not_found' };
const disabledThere = { feedDisabledAt: '2026-03-01T10:00:00.000Z', feedDisableReason: 'manual' };
const switchThere = { disabledAt: new Date('2026-03-01T10:00:00Z'), reason: 'manual' };

describe('a source that is new to us', () => {
  it('becomes a feed with nothing known', () => {
    const source = sampleSource({ pollDelaySeconds: 2, maxBackoffHours: 6 });
    expect(follow(null, source)).toEqual({
      sourceId: source.id,
      version: 3,
      settings: sampleSettings({ pollDelaySeconds: 2, maxBackoffHours: 6 }),
      host: 'news.example',
      enabled: true,
      sourceCreatedAt: new Date('2026-02-01T00:00:00Z'),
      feedSwitch: null,
      quarantinedAt: null,
      pollSeq: 0,
      healthEpoch: 1,
      health: INITIAL_HEALTH,
      startAt: NOW,
      notBefore: null,
      freshUntil: null,
      rhythm: null,
      generator: null,
      move: null,
      proposal: null,
      etag: null,
      lastModified: null,
      wireHash: null,
      bodyHash: null,
      readerMemory: null,
      finding: null,
    });
  });

  it.each([
    { given: 'its own interval', pollIntervalMinutes: 60, minutes: 30 },
    { given: 'no interval of its own', pollIntervalMinutes: null, minutes: 15 },
  ])('spreads the first poll over $given, and does not count it as polled', (row) => {
    const source = sampleSource({ id: '80000000-8f2b-4a55-9a53-2f7a5d0c9a11', healthEpoch: 0, ...row });
    expect(follow(null, source)).toMatchObject({
      startAt: new Date(NOW.getTime() + row.minutes * 60_000),
      health: { lastPolledAt: null },
    });
  });

  it.each([
    { given: 'never polled', lastPolledAt: null, minutes: 0 },
    { given: 'polled before', lastPolledAt: '2026-02-28T00:00:00.000Z', minutes: 30 },
  ])('starts a source $given with a fresh start after $minutes min', ({ lastPolledAt, minutes }) => {
    const id = '80000000-8f2b-4a55-9a53-2f7a5d0c9a11';
    const feed = follow(null, sampleSource({ id, healthEpoch: 1, lastPolledAt }));
    expect(feed?.startAt).toEqual(new Date(NOW.getTime() + minutes * 60_000));
  });

  it('keeps a feed disabled that is disabled there', () => {
    expect(follow(null, sampleSource(disabledThere))?.feedSwitch).toEqual(switchThere);
  });

  it('gives a source without a feed a host of its own', () => {
    const source = sampleSource({ feedUrl: null });
    expect(follow(null, source)).toMatchObject({ settings: { feedUrl: null }, host: `no-host:${source.id}` });
  });
});

describe('a source that we know', () => {
  it('takes newer settings and keeps what polls have shown', () => {
    const before = known({ health: failing, notBefore: NOW });
    const source = sampleSource({ version: 4, enabled: false, pollIntervalMinutes: 5, maxBackoffHours: 2 });
    expect(follow(before, source)).toEqual({
      ...before.feed,
      version: 4,
      enabled: false,
      settings: { ...before.feed.settings, pollIntervalMinutes: 5, maxBackoffHours: 2 },
    });
  });

  it.each([
    { given: 'an older version', version: 2, commandsPending: false },
    { given: 'an older version, commands pending', version: 2, commandsPending: true },
    { given: 'the same version, commands pending', version: 3, commandsPending: true },
  ])('changes nothing: $given', ({ version, commandsPending }) => {
    const news = sampleSource({ version, enabled: false, healthEpoch: 9 });
    expect(follow(known({}, commandsPending), news)).toBeNull();
  });

  it('takes the switch of the same version when no commands are pending', () => {
    expect(follow(known({ feedSwitch: ourSwitch }), sampleSource())?.feedSwitch).toBeNull();
  });

  it.each([
    { given: 'nothing pending', commandsPending: false, healthEpoch: 1, reason: 'gone', holds: 'theirs' },
    { given: 'commands pending', commandsPending: true, healthEpoch: 1, reason: 'gone', holds: 'ours' },
    {
      given: 'commands pending and a fresh start',
      commandsPending: true,
      healthEpoch: 2,
      reason: 'gone',
      holds: 'theirs',
    },
    {
      given: "commands pending and a person's off",
      commandsPending: true,
      healthEpoch: 1,
      reason: 'manual',
      holds: 'theirs',
    },
  ])('holds $holds switch of a newer version: $given', (row) => {
    const { reason, healthEpoch } = row;
    const news = sampleSource({ version: 4, healthEpoch, ...disabledThere, feedDisableReason: reason });
    expect(follow(known({ feedSwitch: ourSwitch }, row.commandsPending), news)?.feedSwitch).toEqual(
      row.holds === 'ours' ? ourSwitch : { ...switchThere, reason },
    );
  });

  it('does not poll what a person disables or quarantines while an enable is pending', () => {
    const before = known({ feedSwitch: null }, true);
    const feedOff = follow(before, sampleSource({ version: 4, ...disabledThere }));
    expect(feedOff?.feedSwitch).toEqual(switchThere);
    const quarantinedAt = '2026-03-01T10:00:00.000Z';
    const quarantined = follow(before, sampleSource({ version: 4, quarantinedAt }));
    expect(quarantined?.quarantinedAt).toEqual(new Date(quarantinedAt));
  });

  it.each([
    { given: 'shortened', minutes: 10, startAt: '2026-03-01T12:05:00Z' },
    { given: 'prolonged', minutes: 6000, startAt: '2026-03-01T20:00:00Z' },
  ])('keeps the sooner time of the first poll when the interval is $given', (row) => {
    const id = '80000000-8f2b-4a55-9a53-2f7a5d0c9a11';
    const before = known({ sourceId: id, health: INITIAL_HEALTH, startAt: new Date('2026-03-01T20:00:00Z') });
    const source = sampleSource({ id, version: 4, pollIntervalMinutes: row.minutes });
    expect(follow(before, source)?.startAt).toEqual(new Date(row.startAt));
  });

  it.each([
    { given: 'the move we asked for', to: 'https://new.example/feed', changes: {}, etag: '"one"' },
    { given: 'another URL', to: 'https://other.example/feed', changes: {}, etag: null },
    {
      given: 'the same, but by a person',
      to: 'https://new.example/feed',
      changes: { healthEpoch: 2 },
      etag: null,
    },
  ])('forgets a remembered move: $given', ({ to, changes, etag }) => {
    const since = new Date('2026-02-01T00:00:00Z');
    const before = known({ move: { to: 'https://new.example/feed', since, asked: true } });
    const after = follow(before, sampleSource({ version: 4, feedUrl: to, ...changes }));
    expect(after).toMatchObject({ settings: { feedUrl: to }, host: new URL(to).host, move: null, etag });
    expect(after?.startAt).toEqual(changes.healthEpoch ? NOW : null);
  });

  it('forgets a proposal, and a move that has not been asked for, after a fresh start', () => {
    const move = { to: 'https://new.example/feed', since: NOW, asked: false };
    const proposal = { url: 'https://news.example/feed.xml', since: NOW };
    expect(follow(known({ move, proposal }), sampleSource({ version: 4, healthEpoch: 2 }))).toMatchObject({
      move: null,
      proposal: null,
    });
  });

  it('forgets the responses of the old URL when the URL changes', () => {
    const source = sampleSource({ version: 4, feedUrl: 'https://other.example/feed' });
    expect(follow(known({ lastModified: 'x' }), source)).toMatchObject({
      settings: { feedUrl: 'https://other.example/feed' },
      host: 'other.example',
      etag: null,
      lastModified: null,
      wireHash: null,
      bodyHash: null,
      readerMemory: null,
      finding: null,
    });
  });

  it('keeps what the last response said when the URL stays', () => {
    expect(follow(known(), sampleSource({ version: 4 }))).toMatchObject({
      etag: '"one"',
      bodyHash: 'hash-one',
    });
  });
});

describe('a fresh start by a person', () => {
  it('forgets failures but not the times of polls, and is due at once', () => {
    const before = known({ health: failing, notBefore: new Date('2027-01-01'), feedSwitch: ourSwitch });
    expect(follow(before, sampleSource({ version: 4, healthEpoch: 2 }))).toMatchObject({
      health: { ...INITIAL_HEALTH, lastPolledAt: failing.lastPolledAt, lastSuccessAt: failing.lastSuccessAt },
      healthEpoch: 2,
      startAt: NOW,
      notBefore: null,
      feedSwitch: null,
    });
  });

  it('keeps failures when the epoch stays', () => {
    expect(follow(known({ health: failing }), sampleSource({ version: 4 }))).toMatchObject({
      health: failing,
      startAt: null,
    });
  });
});
