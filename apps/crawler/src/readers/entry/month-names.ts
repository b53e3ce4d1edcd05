/** Three letters tell months apart in the languages of most feeds, without accents. */
const BEGINNINGS = [
  'jan ene gen ian oca sty led tam янв січ',
  'feb fev sub lut uno hel фев лют',
  'mar mrt maa bre мар бер',
  'apr abr avr nis kwi dub huh апр кві',
  'may mai mei mag maj kve tou май мая тра',
  'jun giu iun haz cze kes июн чер',
  'jul lug iul tem lip hei июл лип',
  'aug ago aou agu sie srp elo авг сер',
  'sep set eyl wrz zar syy сен вер',
  'oct okt ott out eki paz rij lok окт жов',
  'nov noi kas lis ноя лис',
  'dec dez dic des ara gru pro jou дек гру',
].map((names) => plain(names).split(' '));

/** Months that share their first three letters with another. */
const LONGER: [string, number][] = [
  ['juin', 6],
  ['juil', 7],
  ['cervene', 7],
  ['cervenc', 7],
  ['cerv', 6],
  ['marras', 11],
];

/** 1 to 12; undefined when the word is no month. */
export function monthNumber(word: string): number | undefined {
  const name = plain(word.toLowerCase());
  const longer = LONGER.find(([beginning]) => name.startsWith(beginning));
  if (longer) return longer[1];
  const index = BEGINNINGS.findIndex((names) => names.includes(name.slice(0, 3)));
  return index === -1 ? undefined : index + 1;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');
}
