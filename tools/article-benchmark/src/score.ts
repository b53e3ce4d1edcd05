/** How much of what was expected was found, and how much of what was found was expected. */
export interface Score {
  precision: number;
  recall: number;
  f1: number;
}

const SHINGLE = 4;
/** Scripts without spaces: each character counts as a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

/** Compares runs of four words, each as often as it stands there: order and completeness count, white space does not. */
export function scoreOf(expected: string, found: string): Score {
  const [wanted, got] = [shinglesOf(expected), shinglesOf(found)];
  let common = 0;
  for (const [shingle, count] of got) common += Math.min(count, wanted.get(shingle) ?? 0);
  const precision = ratio(common, sizeOf(got));
  const recall = ratio(common, sizeOf(wanted));
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

export function meanOf(scores: readonly Score[]): Score {
  const mean = (read: (score: Score) => number) =>
    scores.reduce((sum, score) => sum + read(score), 0) / scores.length;
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  };
}

/** The words of a text, as one line. */
export const wordsOf = (text: string) => listOfWords(text).join(' ');

const listOfWords = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

function shinglesOf(text: string): Map<string, number> {
  const words = listOfWords(text);
  const shingles = new Map<string, number>();
  const last = Math.max(0, words.length - SHINGLE);
  for (let at = 0; words.length > 0 && at <= last; at += 1) {
    const shingle = words.slice(at, at + SHINGLE).join(' ');
    shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
}

const sizeOf = (shingles: Map<string, number>) =>
  [...shingles.values()].reduce((sum, count) => sum + count, 0);
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
