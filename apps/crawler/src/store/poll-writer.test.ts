import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import type { PollRecord, SaveResult } from '../poll/ports.js';
import { sampleFeed, sampleLease, sampleTransfer } from '../poll/testing/sample-feed.js';
import { createPollWriter } from './poll-writer.js';

const recordOf = (sourceId: string): PollRecord => ({
  lease: sampleLease(),
  feed: sampleFeed({ sourceId }),
  dueAt: null,
  entries: [],
  commands: [],
  poll: {
    at: new Date(),
    outcome: 'stored',
    errorType: null,
    code: null,
    ...sampleTransfer,
    durationMs: 12,
    decision: 'none',
  },
});
const idsOf = (records: PollRecord[]) => records.map(({ feed }) => feed.sourceId);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

/** The result tells which record it belongs to. */
const resultOf = ({ feed }: PollRecord): SaveResult => ({
  kind: 'saved',
  newPosts: Number(feed.sourceId.replace(/\D/g, '')),
});

/** A writer over a store whose writes end when the test says so; a record named bad cannot be written. */
function createWriter(resultsOf = (records: PollRecord[]): SaveResult[] => records.map(resultOf)) {
  const { logger, lines } = captureLogs();
  const writes: string[][] = [];
  const ends: (() => void)[] = [];
  let atOnce = false;
  const save = createPollWriter(async (records) => {
    writes.push(idsOf(records));
    if (!atOnce) await new Promise<void>((resolve) => ends.push(resolve));
    if (idsOf(records).includes('bad')) throw new Error('cannot be written');
    if (idsOf(records).includes('disk full')) throw Object.assign(new Error('no space'), { code: '53100' });
    return resultsOf(records);
  }, logger);
  return {
    saveAll: (ids: string[]) => Promise.allSettled(ids.map((id) => save(recordOf(id)))),
    writes,
    lines,
    letWritesEnd: () => {
      atOnce = true;
      for (const end of ends.splice(0)) end();
    },
  };
}

describe('the poll writer', () => {
  it('writes a single poll at once', async () => {
    const { saveAll, writes, letWritesEnd } = createWriter();
    const saving = saveAll(['id-7']);
    expect(writes).toEqual([['id-7']]);
    letWritesEnd();
    expect(await saving).toEqual([{ status: 'fulfilled', value: { kind: 'saved', newPosts: 7 } }]);
  });

  it('writes polls together that end during a write', async () => {
    const { saveAll, writes, letWritesEnd } = createWriter();
    const first = saveAll(['id-0']);
    const others = saveAll(['id-1', 'id-2', 'id-3']);
    await Promise.resolve();
    expect(writes).toEqual([['id-0']]);
    letWritesEnd();
    await Promise.all([first, others]);
    expect(writes).toEqual([['id-0'], ['id-1', 'id-2', 'id-3']]);
  });

  it('gives each poll of a batch its own result', async () => {
    const results: SaveResult[] = [
      { kind: 'saved', newPosts: 4 },
      { kind: 'feed_changed' },
      { kind: 'lease_lost' },
    ];
    const { saveAll, letWritesEnd } = createWriter((records) =>
      records.length === 3 ? results : records.map(resultOf),
    );
    const first = saveAll(['id-0']);
    const others = saveAll(['id-1', 'id-2', 'id-3']);
    letWritesEnd();
    await first;
    expect((await others).map((settled) => settled.status === 'fulfilled' && settled.value)).toEqual(results);
  });

  it('loses no poll and exceeds no batch size when many polls end', async () => {
    const { saveAll, writes, letWritesEnd } = createWriter();
    const ids = numbered(251);
    const saving = saveAll(ids);
    letWritesEnd();
    const results = await saving;
    expect(results.map((settled) => settled.status === 'fulfilled' && settled.value)).toEqual(
      ids.map((id) => resultOf(recordOf(id))),
    );
    expect(writes.flat()).toEqual(ids);
    expect(writes.map(({ length }) => length)).toEqual([1, 100, 100, 50]);
  });
});

describe('the poll writer and records that cannot be written', () => {
  it('fails only the record that cannot be written, with one warning', async () => {
    const { saveAll, writes, lines, letWritesEnd } = createWriter();
    const first = saveAll(['id-0']);
    const others = saveAll(['id-1', 'bad', 'id-3']);
    letWritesEnd();
    await first;
    expect(await others).toEqual([
      { status: 'fulfilled', value: { kind: 'saved', newPosts: 1 } },
      { status: 'rejected', reason: expect.objectContaining({ message: 'cannot be written' }) },
      { status: 'fulfilled', value: { kind: 'saved', newPosts: 3 } },
    ]);
    expect(writes).toEqual([['id-0'], ['id-1', 'bad', 'id-3'], ['id-1'], ['bad'], ['id-3']]);
    expect(lines).toEqual([expect.objectContaining({ level: LEVEL.warn, records: 3 })]);
  });

  it('does not try the records of a batch one by one on a full disk', async () => {
    const { saveAll, writes, lines, letWritesEnd } = createWriter();
    const first = saveAll(['id-0']);
    const others = saveAll(['id-1', 'disk full', 'id-3']);
    letWritesEnd();
    await first;
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(writes).toEqual([['id-0'], ['id-1', 'disk full', 'id-3']]);
    expect(lines).toEqual([]);
  });

  it('writes the next polls as usual after one alone has failed', async () => {
    const { saveAll, letWritesEnd } = createWriter();
    const failing = saveAll(['bad']);
    letWritesEnd();
    expect(await failing).toEqual([{ status: 'rejected', reason: expect.any(Error) }]);
    expect(await saveAll(['id-5'])).toEqual([{ status: 'fulfilled', value: { kind: 'saved', newPosts: 5 } }]);
  });

  it('fails only the poll whose result is missing', async () => {
    const { saveAll, letWritesEnd } = createWriter((records) => records.map(resultOf).slice(0, 1));
    const first = saveAll(['id-0']);
    const others = saveAll(['id-1', 'id-2']);
    letWritesEnd();
    await first;
    expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});
