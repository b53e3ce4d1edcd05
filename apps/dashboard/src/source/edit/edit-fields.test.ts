import { describe, expect, it } from '@jest/globals';
import { at, NOW, policies, sampleSource } from '../../words/testing/sample-source.js';
import { failureMarks, spanOf } from '../timeline/timeline-shape.js';
import { conflictsOf, draftOf, editFields, patchOf } from './edit-fields.js';

const source = sampleSource({ name: 'Before', pollIntervalMinutes: 60 });
const fields = editFields(source, policies);
const draft = draftOf(source, fields);

describe('the form of a source', () => {
  it('sends nothing when nothing was changed', () => expect(patchOf(draft, source, fields)).toEqual({}));

  it.each([
    ['name', ' After ', { name: 'After' }],
    ['name', '', { name: '' }],
    ['pollIntervalMinutes', '30', { pollIntervalMinutes: 30 }],
    ['pollIntervalMinutes', '', { pollIntervalMinutes: null }],
    ['siteUrl', '', { siteUrl: null }],
    ['aggregate', 'false', { aggregate: false }],
    ['failurePolicy', 'quarantine', { failurePolicy: 'quarantine' }],
  ])('sends %s = %j', (name, value, patch) =>
    expect(patchOf({ ...draft, [name]: value }, source, fields)).toEqual(patch),
  );

  it('offers a selector for watchlists only', () => {
    const names = (type: 'rss' | 'watchlist') => editFields({ type }, policies).map(({ name }) => name);
    expect(names('watchlist')).toContain('articleSelector');
    expect(names('rss')).not.toContain('articleSelector');
  });
});

describe('a conflict', () => {
  it.each([
    ['is what both changed differently', { name: 'Mine' }, { name: 'Theirs' }, ['name']],
    ['is not what both changed to the same', { name: 'Same' }, { name: 'Same' }, []],
    ['is not what only one changed', { name: 'Mine' }, { pollIntervalMinutes: 5 }, []],
  ])('%s', (_, mine, theirs, names) => {
    const found = conflictsOf({ ...draft, ...mine }, source, { ...source, ...theirs }, fields);
    expect(found.map(({ field }) => field.name)).toEqual(names);
  });
});

describe('the timeline', () => {
  const failed = (hours: number) => ({
    at: at(hours),
    outcome: 'failed' as const,
    errorType: 'gone' as const,
    code: null,
    statusCode: 410,
    durationMs: 1,
    bytes: 0,
    newPosts: 0,
    emptyEntries: 0,
    decision: 'none' as const,
    blame: 'feed' as const,
    incidentId: null,
    role: 'regular' as const,
  });

  it('reaches from before the first failure to behind the next poll', () => {
    const { from, to } = spanOf(
      sampleSource({ failingSince: at(-20), nextPollAt: at(30) }),
      [failed(-20), failed(-160)],
      NOW,
    );
    expect(from).toBeLessThan(-20);
    expect(from).toBeGreaterThan(-160);
    expect(to).toBeGreaterThan(30);
  });

  it('numbers the failures of this streak, where there is room', () => {
    const marks = failureMarks(
      [failed(-1), failed(-2), failed(-30)],
      2,
      (when) => ((Date.parse(when) - NOW.getTime()) / 3_600_000) * 20,
    );
    expect(marks.map(({ number }) => number)).toEqual([2, 1, null]);
    const crowded = failureMarks(
      [failed(-1), failed(-1.1)],
      2,
      (when) => (Date.parse(when) - NOW.getTime()) / 3_600_000,
    );
    expect(crowded.map(({ number }) => number)).toEqual([2, null]);
  });
});
