const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const RFC_822 = new RegExp(
  `^[A-Z][a-z]{2}, (\\d{2}) (${MONTHS.join('|')}) (\\d{4}) (\\d{2}):(\\d{2}):(\\d{2}) (?:GMT|([+-]\\d{4}))$`,
);
const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?(?:Z|([+-]\d{2}:\d{2}))$/;
/** Enough for every date that is one, and far from those that stand for none. */
const [FIRST_YEAR, LAST_YEAR] = [1971, 2099];
const MAX_OFFSET = 14 * 60;

/** The two ways in which most feeds write their dates; null for every other. */
export function parseUsualDate(text: string): Date | null {
  const rfc = RFC_822.exec(text);
  if (rfc) {
    const [, day, month = '', year, hour, minute, second, zone = '+0000'] = rfc;
    const numbers = [year, MONTHS.indexOf(month) + 1, day, hour, minute, second, 0].map(Number);
    return dateOf(numbers, `${zone.slice(0, 3)}:${zone.slice(3)}`);
  }
  const [, year, month, day, hour, minute, second, fraction = 0, zone = '+00:00'] = ISO_8601.exec(text) ?? [];
  return year ? dateOf([year, month, day, hour, minute, second, fraction].map(Number), zone) : null;
}

function dateOf(numbers: number[], zone: string): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0] = numbers;
  const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction));
  const isUsual =
    year >= FIRST_YEAR &&
    year <= LAST_YEAR &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    offset <= MAX_OFFSET;
  if (!isUsual || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setTime(date.getTime() - (zone.startsWith('-') ? -offset : offset) * 60_000);
  return date;
}
