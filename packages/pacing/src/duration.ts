const SECONDS_PER_UNIT: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Ten years: longer ones are mistakes, and would lead to dates that cannot be written down. */
const LONGEST_SECONDS = 10 * 365 * 86_400;

/** The seconds of a duration such as `72h`, `30m`, `5s` or `7d`, never zero; null when the text is not one. */
export function parseDuration(text: string): number | null {
  const [, amount, unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS_PER_UNIT[unit] ?? Number.NaN);
  return seconds <= LONGEST_SECONDS ? seconds : null;
}
