import { COMMENTS, NEWSLETTER, RELATED } from './furniture.js';

const NEW_RELATED = 'A headline that was not there before, because the day went on';
const NEW_COMMENT =
  'I read this twice and still do not know what to make of it. Has anybody asked the people who have to do the work what they think, or was there no time for that again?';

/** The same page an hour later: other teasers, other comments and counters, the same article. */
export function later(html: string): string {
  const changes: [old: string, now: string][] = [
    ...RELATED.map((title, index): [string, string] => [title, `${NEW_RELATED} (${index + 1})`]),
    ...COMMENTS.map((text, index): [string, string] => [text, index === 0 ? NEW_COMMENT : `${text} Indeed.`]),
    [NEWSLETTER, 'Our letter of the morning now comes at seven instead of eight. Sign up, it costs nothing.'],
    ['2 hours ago', '3 hours ago'],
    ['3 minutes ago', '58 minutes ago'],
    ['1,204 views', '2,911 views'],
    ['12 comments', '19 comments'],
    ['812 partners', '815 partners'],
  ];
  return changes.reduce((page, [old, now]) => page.replaceAll(old, now), html);
}
