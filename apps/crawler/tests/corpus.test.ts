import { readdirSync, readFileSync } from 'node:fs';
import { decodeText } from '@feedwarden/decode-text';
import { describe, expect, it } from '@jest/globals';
import type { Entry } from '../src/poll/outcome.js';
import { extractFeed } from '../src/readers/feed/extract-feed.js';

const FOLDER = new URL('./corpus/feeds/', import.meta.url);
const EXPECTED = '.expected.json';

interface Expected {
  /** As the server sent it. */
  contentType?: string;
  url?: string;
  entries?: Record<string, unknown>[];
  /** How many entries are left out because they have no content; none unless given. */
  emptyEntries?: number;
  /** The kind of failure, instead of entries. */
  failed?: string;
}

const files = readdirSync(FOLDER);
const names = files.filter((file) => file.endsWith(EXPECTED)).map((file) => file.slice(0, -EXPECTED.length));
const extract = extractFeed;

describe('feeds as they are', () => {
  it.each(names)('reads %s as its author meant it', async (name) => {
    const expected = JSON.parse(readFileSync(new URL(name + EXPECTED, FOLDER), 'utf8')) as Expected;
    const result = await extract(pageOf(name, expected));
    if (expected.failed) expect(result).toMatchObject({ kind: 'failed', fact: { kind: expected.failed } });
    else {
      expect(result.kind === 'entries' ? result.entries.map(comparable) : result).toEqual(expected.entries);
      expect(result).toMatchObject({ emptyEntries: expected.emptyEntries ?? 0 });
    }
  });

  it('has an expectation for every feed', () => {
    const inputs = files.filter((file) => !file.endsWith(EXPECTED)).map((file) => file.replace(/\.\w+$/, ''));
    expect(inputs.sort()).toEqual(names.sort());
  });
});

function pageOf(name: string, expected: Expected) {
  const contentType = expected.contentType ?? null;
  const url = expected.url ?? 'https://example.com/blog/feed.xml';
  const file = files.find((one) => one.startsWith(`${name}.`) && !one.endsWith(EXPECTED)) ?? name;
  const bytes = readFileSync(new URL(file, FOLDER));
  const text = decodeText(bytes, contentType);
  return { url, contentType, text };
}

/** A guid that comes from the text is not worth writing down. */
function comparable({ contentHash, publishedAt, guid, ...rest }: Entry) {
  return {
    ...rest,
    guid: guid === contentHash ? '(content hash)' : guid,
    publishedAt: publishedAt?.toISOString() ?? null,
  };
}
