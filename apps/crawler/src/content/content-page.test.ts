import { PAGE_BYTES } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { fitPage } from './content-page.js';

const sized = (...bytes: number[]) => bytes.map((size) => ({ bytes: size }));

describe('fitPage', () => {
  it.each<[string, number[], number]>([
    ['nothing of nothing', [], 0],
    ['as many rows as the limit', [1, 1, 1, 1], 3],
    ['rows that fill the page exactly', [PAGE_BYTES - 1, 1], 2],
    ['the rows before the one that does not fit', [PAGE_BYTES / 2, PAGE_BYTES / 2, 1], 2],
    ['one row that is too large alone', [PAGE_BYTES + 1, 1], 1],
    ['no small row behind one that does not fit', [1, PAGE_BYTES, 1], 1],
  ])('takes %s', (_what, bytes, count) => {
    expect(fitPage(sized(...bytes), 3)).toEqual(sized(...bytes.slice(0, count)));
  });
});
