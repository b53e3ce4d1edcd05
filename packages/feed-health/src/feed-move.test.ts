import { describe, expect, it } from '@jest/globals';
import { decideMove, type FeedMove, rememberMove, rememberProposal } from './feed-move.js';

const DAY = 86_400_000;
const AT = new Date('2026-03-08T12:00:00Z');
const daysAgo = (days: number) => new Date(AT.getTime() - days * DAY);

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const move = (changes: Partial<FeedMove> = {}): FeedMove => ({
  to: NEW,
  since: daysAgo(7),
  asked: false,
  ...changes,
});

describe('rememberMove', () => {
  const asked = move({ asked: true });

  it.each<[given: string, before: FeedMove | null, movedTo: string | null, expected: FeedMove | null]>([
    ['no move, as ever', null, null, null],
    ['a first move', null, NEW, move({ since: AT })],
    ['the same move again', move(), NEW, move()],
    ['the same move again, asked for already', asked, NEW, asked],
    ['another move', asked, 'https://newer.example/', move({ to: 'https://newer.example/', since: AT })],
    ['a move that is over', asked, null, null],
  ])('remembers the right place, given %s', (_given, before, movedTo, expected) => {
    expect(rememberMove(before, movedTo, AT)).toEqual(expected);
  });
});

describe('rememberProposal', () => {
  const before = { url: NEW, since: daysAgo(3) };
  const other = 'https://other.example/feed';

  it.each([
    ['a first address', null, NEW, { url: NEW, since: AT }],
    ['the same address again', before, NEW, before],
    ['another address', before, other, { url: other, since: AT }],
    ['a page without one', before, null, null],
    ['a response that was not read', before, undefined, before],
    ['nothing, as ever', null, null, null],
  ])('remembers the right address, given %s', (_given, known, found, expected) => {
    expect(rememberProposal(known, found, AT)).toEqual(expected);
  });
});

describe('decideMove', () => {
  const decide = (remembered: FeedMove | null, afterDays = 7, from = OLD) =>
    decideMove(from, remembered, AT, afterDays);

  it.each<[given: string, remembered: FeedMove, from?: string]>([
    ['a move that held for as long as it must', move()],
    ['a move that held for longer', move({ since: daysAgo(70) })],
    ['a move to encryption', move(), 'http://old.example/feed'],
    ['a move that stays in the clear', move({ to: 'http://new.example/' }), 'http://old.example/'],
  ])('moves the feed, given %s', (_given, remembered, from = OLD) => {
    expect(decide(remembered, 7, from)).toEqual([{ kind: 'move_feed', from, to: remembered.to }]);
  });

  it.each<[given: string, remembered: FeedMove | null, afterDays?: number]>([
    ['no move', null],
    ['a move that held too short', move({ since: new Date(daysAgo(7).getTime() + 1) })],
    ['a move that was asked for already', move({ asked: true })],
    ['that only a person decides', move({ since: daysAgo(700) }), 0],
    ['a move that loses encryption', move({ to: 'http://new.example/feed' })],
  ])('does nothing, given %s', (_given, remembered, afterDays = 7) => {
    expect(decide(remembered, afterDays)).toEqual([]);
  });
});
