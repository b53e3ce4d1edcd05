/** Three letters tell months apart in the languages of most feeds; accents are taken off first. */
const BEGINNINGS = [
  'jan ene gen янв',
  'feb fev фев',
  'mar maa мар',
  'apr abr avr апр',
  'may mai mei mag май мая',
  'jun giu июн',
  'jul lug июл',
  'aug ago aou авг',
  'sep set сен',
  'oct okt ott out окт',
  'nov ноя',
  'dec dez dic дек',
].map((names) => names.split(' '));

const PLAIN: Record<string, string> = { ä: 'a', é: 'e', è: 'e', û: 'u', ç: 'c' };

/** 1 to 12; undefined when the word is no month. */
export function monthNumber(word: string): number | undefined {
  const name = word.toLowerCase().replace(/[äéèûç]/g, (letter) => PLAIN[letter] ?? letter);
  if (name.startsWith('juin')) return 6;
  if (name.startsWith('juil')) return 7;
  const index = BEGINNINGS.findIndex((names) => names.includes(name.slice(0, 3)));
  return index === -1 ? undefined : index + 1;
}
