import { type NewSource, newSourceSchema } from '@feedwarden/contracts';

/** The prefix of our own attributes. */
export const SETTINGS_PREFIX = 'feedwarden:';
export const SETTINGS_NAMESPACE = 'urn:feedwarden:opml:1';

type Setting = Exclude<keyof NewSource, 'name' | 'feedUrl' | 'siteUrl'>;

const asText = (text: string): unknown => text;

/** The settings that OPML has no attribute for, and how to parse them. A new setting does not compile without a row. */
const SETTINGS: Record<Setting, (text: string) => unknown> = {
  type: asText,
  enabled: asValue,
  pollIntervalMinutes: asValue,
  pollDelaySeconds: asValue,
  maxFailures: asValue,
  maxBackoffHours: asValue,
  articleSelector: asText,
  aggregate: asValue,
  failurePolicy: asText,
};
const NAMES = Object.keys(SETTINGS) as Setting[];

const { name: _, ...DEFAULTS } = newSourceSchema.parse({ name: 'any' });

/** Attributes for the settings that differ from the defaults: a file of plain feeds has none. */
export function settingAttributes(source: Pick<NewSource, Setting>): [string, string][] {
  return NAMES.filter((name) => source[name] !== DEFAULTS[name]).map((name) => [
    SETTINGS_PREFIX + name,
    String(source[name]),
  ]);
}

/** The settings in the attributes, unchecked; attribute names are in lower case. */
export function readSettings(attributes: Record<string, string>): Record<string, unknown> {
  const given = NAMES.flatMap((name) => {
    const text = attributes[SETTINGS_PREFIX + name.toLowerCase()];
    return text === undefined ? [] : [[name, SETTINGS[name](text)]];
  });
  return Object.fromEntries(given);
}

/** As the schema will leave it. */
export function selectorIn(attributes: Record<string, string>): string | null {
  return attributes[`${SETTINGS_PREFIX}articleselector`]?.trim() || null;
}

/** A number or a boolean; the schema rejects anything else. */
function asValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
