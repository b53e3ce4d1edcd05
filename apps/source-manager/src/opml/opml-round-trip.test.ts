import { type NewSource, newSourceSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readOpml } from './read-opml.js';
import { type ListedSource, sourceOfOutline } from './source-of-outline.js';
import { OPML_END, OPML_START, writeOutline } from './write-opml.js';

const noControls = (text: string) => text.replace(/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu, '').trim();
const text = (maxLength: number) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: 'binary', maxLength }))
    .map((any) => noControls(any).slice(0, maxLength))
    .map(noControls)
    .filter((some) => some.length > 0);
const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });

/** Attribute selectors contain any characters. */
const selector = text(200).map((any) => `a[title="${any.replace(/["\\]/g, '\\$&')}"]`);

/** Anything that the API would store, as the schema leaves it. */
const stored: fc.Arbitrary<ListedSource> = fc
  .record<NewSource>({
    name: text(200),
    type: fc.constantFrom('rss', 'website', 'watchlist'),
    feedUrl: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    siteUrl: orNull(fc.webUrl()),
    enabled: fc.boolean(),
    pollIntervalMinutes: orNull(fc.integer({ min: 1, max: 43_200 })),
    pollDelaySeconds: orNull(fc.double({ min: 0, max: 3600, noNaN: true }).map((number) => number + 0)),
    maxFailures: orNull(fc.integer({ min: 1, max: 1000 })),
    maxBackoffHours: orNull(fc.integer({ min: 1, max: 720 })),
    articleSelector: orNull(selector),
    aggregate: orNull(fc.boolean()),
    failurePolicy: orNull(fc.constantFrom('typed', 'permanent', 'quarantine')),
  })
  .map((source) => newSourceSchema.parse(source) as ListedSource);

describe('OPML', () => {
  it('reads the sources that it has written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stored, { maxLength: 5 }), async (sources) => {
        const file = OPML_START + sources.map(writeOutline).join('') + OPML_END;
        const { outlines, truncated } = await readOpml(file);
        expect(truncated).toBe(false);
        expect(outlines.map(sourceOfOutline)).toEqual(sources.map((source) => ({ source })));
      }),
      { numRuns: 200 },
    );
  });
});
