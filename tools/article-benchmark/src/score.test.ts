import { describe, expect, it } from '@jest/globals';
import { labelledPages } from './pages/index.js';
import { meanOf, scoreOf } from './score.js';

describe('scoreOf', () => {
  it('is 1, given the same words in another layout', () => {
    expect(scoreOf('one two three four five', 'One two,\n three four — five.')).toEqual({
      precision: 1,
      recall: 1,
      f1: 1,
    });
  });

  it('loses recall for what is missing and precision for what is too much', () => {
    const missing = scoreOf('a b c d e f g h', 'a b c d');
    expect(missing).toMatchObject({ precision: 1, recall: 0.2 });
    const tooMuch = scoreOf('a b c d', 'a b c d e f g h');
    expect(tooMuch).toMatchObject({ precision: 0.2, recall: 1 });
  });

  it('is 0, given nothing', () => {
    expect(scoreOf('a b c d', '')).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  it('counts the characters of scripts without spaces', () => {
    expect(scoreOf('山あいの駅', '山あいの駅').f1).toBe(1);
  });
});

describe('meanOf', () => {
  it('is the mean of each part', () => {
    const scores = [scoreOf('a b c d', 'a b c d'), scoreOf('a b c d', '')];
    expect(meanOf(scores)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });
});

describe('the labelled pages', () => {
  it('are at least 60, each with a name of its own and a text that is on it', () => {
    const pages = labelledPages();
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
    // Not 1: a run of words over two paragraphs is broken by what stands between them.
    for (const { name, html, expected } of pages)
      expect({ name, recall: scoreOf(expected, html.replace(/<[^>]*>/g, ' ')).recall > 0.85 }).toEqual({
        name,
        recall: true,
      });
  });
});
