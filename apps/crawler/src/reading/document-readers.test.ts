import { createLogger } from '@feedwarden/service-kit';
import { describe, expect, it } from '@jest/globals';
import { samplePage } from '../poll/testing/sample-feed.js';
import { createDocumentReaders, type DocumentPool } from './document-readers.js';

const SLOW = { kind: 'too_costly', detail: '1 s of CPU' };
const CRASH = { kind: 'crashed', detail: 'signal SIGSEGV', lastWords: '' };
const POST = { kind: 'read', value: { kind: 'entries', bodyHash: 'abc' }, items: [] };

/** Reads a website with a pool that answers so, and says how it was asked. */
async function readWebsite(...answers: object[]) {
  const asBlock: unknown[] = [];
  const run = async ({ input }: { input: object }) => {
    asBlock.push('asBlock' in input && input.asBlock);
    return answers.shift();
  };
  const logger = createLogger({ name: 'test', level: 'silent' });
  const documents = createDocumentReaders({ run } as unknown as DocumentPool, logger);
  const { signal } = new AbortController();
  const reading = await documents.readWebsite(samplePage({ text: 'page' }), { knownHash: null, signal });
  return { reading, asBlock };
}

describe('the reader of websites', () => {
  it('reads a page once, when that is not too much', async () => {
    expect(await readWebsite(POST)).toMatchObject({ reading: { kind: 'entries' }, asBlock: [false] });
  });

  it('reads the main block when finding the article costs too much', async () => {
    expect(await readWebsite(SLOW, POST)).toMatchObject({
      reading: { kind: 'entries' },
      asBlock: [false, true],
    });
  });

  it.each([
    ['the main block costs too much, too', [SLOW, SLOW], 'too_costly'],
    ['the page crashed the process', [CRASH], 'reader_crashed'],
  ])('fails when %s', async (_given, answers, kind) => {
    const { reading } = await readWebsite(...answers);
    expect(reading).toMatchObject({ kind: 'failed', fact: { kind } });
  });
});
