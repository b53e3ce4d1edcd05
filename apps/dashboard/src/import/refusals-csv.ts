import type { ImportedEntry } from '@feedwarden/contracts';

/** For a spreadsheet. A cell that would be a formula there begins with an apostrophe. */
export function refusalsCsv(entries: readonly ImportedEntry[]): string {
  const rows = entries.map(({ line, title, url, reason }) => [String(line), title, url, reason ?? '']);
  return [['line', 'title', 'address', 'reason'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
