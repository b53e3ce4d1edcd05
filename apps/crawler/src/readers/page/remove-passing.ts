import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';

type Tree = ReturnType<CheerioAPI['root']>[number];
type TreeNode = Tree | Tree['children'][number];

const NUMBER = '(?:an?|one|eine[mr]?|une?|un[oa]?|\\d{1,3})';
const UNITS = [
  'sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|h|days?|weeks?|months?|years?',
  'sekunden?|minuten?|std\\.?|stunden?|tage?n?|wochen?|monat(?:en?)?|jahre?n?',
  'secondes?|heures?|jours?|semaines?|mois|ans?',
  'segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?',
  'second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]',
  'секунд\\p{L}*|минут\\p{L}*|час\\p{L}*|дн\\p{L}*|день|недел\\p{L}*',
].join('|');
const ABOUT = '(?:(?:about|over|almost|less than|etwa|circa|environ)\\s+)?';
/** How long ago, in the languages of most pages. */
const MOMENT = [
  `${ABOUT}${NUMBER}\\s*(?:${UNITS})\\s+(?:ago|fa|назад|atrás)`,
  `(?:vor|il y a|hace|há)\\s+${ABOUT}${NUMBER}\\s*(?:${UNITS})`,
  '\\d{1,3}\\s*(?:秒|分|分钟|小时|時間|时间|天|日)(?:钟)?前',
  '\\d{1,3}\\s*(?:초|분|시간|일)\\s*전',
  '(?:just now|gerade eben|à l’instant|только что)',
].join('|');
const SAID = '(?:last\\s+)?(?:published|posted|updated|modified|edited|aktualisiert|mis à jour|обновлено)';
const COUNTED =
  'views?|reads?|comments?|replies|shares?|likes?|claps?|votes?|points?|reactions?|followers?|visitors?|online|downloads?|' +
  'aufrufe|kommentare?|antworten|vues|commentaires?|partages|visitas|comentarios?|просмотр\\p{L}*|комментари\\p{L}*';
const AMOUNT = '\\d[\\d.,\\s]{0,14}[km]?';

/** An element that says nothing else. */
const ALL_PASSING = new RegExp(
  `^(?:[-–—·•|,(]\\s*)?(?:(?:${SAID})?:?\\s*(?:${MOMENT})|${AMOUNT}\\s*(?:${COUNTED})|(?:${COUNTED})\\s*:?\\s*\\(?${AMOUNT}\\)?)\\s*[.)·•|,]?$`,
  'iu',
);
/** In a line that also names the author, the moment is set apart from the rest. */
const PASSING_PART = new RegExp(`(?:^|[-–—·•|,]|\\b${SAID}\\b:?)\\s*(?:${MOMENT})(?![\\p{L}\\d])`, 'iu');

/** Longer texts are sentences, where "three days ago" belongs to the story. */
const MAX_CHARS = 60;
const KEPT = new Set(['html', 'head', 'body', 'title', 'main', 'article', 'a']);
const VERBATIM = new Set(['pre', 'code', 'textarea']);

/** Removes what changes while the text stays the same: how long ago it was published, how many have read it. */
export function removePassing($: CheerioAPI): void {
  const root = $.root()[0];
  if (root) shortText(root);
}

/** The text of a node, as far as it is short; null for a long one. Removes what is passing on the way. */
function shortText(node: TreeNode): string | null {
  if (node.type === 'text') {
    const text = foldSpace(node.data);
    if (text.length > MAX_CHARS) return null;
    if (PASSING_PART.test(text)) node.data = node.data.replace(PASSING_PART, '');
    return text;
  }
  if ('name' in node && VERBATIM.has(node.name)) return null;
  if (!('children' in node) || node.type === 'script' || node.type === 'style') return '';
  const texts = node.children.map((child) => ({ child, text: shortText(child) }));
  node.children = texts.filter(({ child, text }) => !isPassing(child, text)).map(({ child }) => child);
  if (texts.some(({ text }) => text === null)) return null;
  const text = foldSpace(texts.map((one) => one.text).join(' '));
  return text.length > MAX_CHARS ? null : text;
}

function isPassing(node: TreeNode, text: string | null): boolean {
  return Boolean(text) && 'name' in node && !KEPT.has(node.name) && ALL_PASSING.test(text ?? '');
}
