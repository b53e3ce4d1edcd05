/** Three letters tell months apart in the languages of most feeds, without accents. */
const BEGINNINGS = [
  'jan ene gen ian oca sty led tam янв січ ιαν ينا ינו',
  'feb fev sub lut uno hel фев лют φεβ فبر פבר',
  'mar mrt maa bre мар бер μαρ μαω مار מרץ',
  'apr abr avr nis kwi dub huh апр кві απρ ابر אפר',
  'may mai mei mag maj kve tou май мая тра μαι ماي מאי',
  'jun giu iun haz cze kes июн чер ιον يون יונ',
  'jul lug iul tem lip hei июл лип ιολ يول יול',
  'aug ago aou agu sie srp elo авг сер αυγ اغس אוג',
  'sep set eyl wrz zar syy сен вер σεπ سبت ספט',
  'oct okt ott out eki paz rij lok окт жов οκτ اكت אוק',
  'nov noi kas lis ноя лис νοε نوف נוב',
  'dec dez dic des ara gru pro jou дек гру δεκ ديس דצמ',
].map((names) => plain(names).split(' '));

/** Months that share their first three letters with another. */
const LONGER: [string, number][] = [
  ['juin', 6],
  ['juil', 7],
  ['cervene', 7],
  ['cervenc', 7],
  ['cerv', 6],
  ['marras', 11],
  ['ιουν', 6],
  ['ιουλ', 7],
];

/** 1 to 12; undefined when the word is no month. */
export function monthNumber(word: string): number | undefined {
  // In Hebrew, "in" is a letter before the month.
  const name = plain(word.toLowerCase()).replace(/^ב(?=\p{Script=Hebrew}{3})/u, '');
  const longer = LONGER.find(([beginning]) => name.startsWith(beginning));
  if (longer) return longer[1];
  const index = BEGINNINGS.findIndex((names) => names.includes(name.slice(0, 3)));
  return index === -1 ? undefined : index + 1;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');
}
