const DAY = 86_400_000;
const COMPACT = /^(\d{4})-?(\d{2})-?(\d{2})(?:T|\s|(?=\d{6}(?!\d)))(\d{2})(\d{2})(\d{2})?(?![\d:])/i;
const HOUR_ALONE = /^(\d{4}-?\d{2}-?\d{2})T(\d{2})(?=Z|[+-]\d|$)/i;
const DAY_OF_YEAR = /^(\d{4})-?(\d{3})(?=T|$)/i;
const DAY_OF_WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?(?=T|$)/i;
const COUNTED_TIME = /(\d{1,2})\s*[시時时点]\s*(\d{1,2})\s*[분分](?:\s*(\d{1,2})\s*[초秒])?/;
/** After a year, because before it they are a day. */
const DOTTED_TIME = /(\d{4},?\s+)(\d{1,2})\.(\d{2})\.(\d{2})(?!\d)/;
const FRENCH_TIME = /(?<![\d:])(\d{1,2})\s?h\s?(\d{2})(?![\d:])/i;
const VIETNAMESE_DAY = /(\d{1,2})\s+tháng\s+(\d{1,2})[\s,]+(?:năm\s+)?(\d{4})/i;
const OTHER_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\uFF10-\uFF19]/g;

/** A date in one of the forms that are read: other ways to write the same are changed to one of them. */
export function inUsualForm(text: string): string {
  return withAsciiDigits(text)
    .replaceAll('\u2212', '-')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\sm=[+-][\d.]+\s*$/, '')
    .trim()
    .replace(COMPACT, (_all, year, month, day, hour, minute, second = '00') => {
      return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    })
    .replace(HOUR_ALONE, '$1T$2:00')
    .replace(DAY_OF_YEAR, (_all, year, day) => dayAfter(Date.UTC(year, 0, 1), Number(day) - 1))
    .replace(DAY_OF_WEEK, (_all, year, week, day = '1') => dayOfWeek(Number(year), Number(week), Number(day)))
    .replace(COUNTED_TIME, (_all, hour, minute, second = '0') => `${hour}:${minute}:${second}`)
    .replace(DOTTED_TIME, '$1$2:$3:$4')
    .replace(FRENCH_TIME, '$1:$2')
    .replace(VIETNAMESE_DAY, '$3-$2-$1')
    .replace(/(:\d{2}\s+)(?=0000$)/, '$1+');
}

/** Week 1 is the one with the fourth of January, and weeks begin on Monday. */
function dayOfWeek(year: number, week: number, day: number): string {
  const fourth = Date.UTC(year, 0, 4);
  const weekday = new Date(fourth).getUTCDay() || 7;
  return dayAfter(fourth, (week - 1) * 7 + day - weekday);
}

function dayAfter(start: number, days: number): string {
  return new Date(start + days * DAY).toISOString().slice(0, 10);
}

/** Digits of Arabic, Persian, Hindi and of East Asian keyboards. Each block begins with its zero. */
function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = [0xff10, 0x0966, 0x06f0, 0x0660].find((one) => code >= one) ?? code;
    return String(code - zero);
  });
}
