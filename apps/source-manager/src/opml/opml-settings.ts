import { type NewSource, newSourceSchema } from '@feedwarden/contracts';

/** Bound to this prefix in the files we write; nobody else's attributes begin so. */
export const SETTINGS_PREFIX = 'feedwarden:';
export const SETTINGS_NAMESPACE = 'urn:feedwarden:opml:1';

type Setting = Exclude<keyof NewSource, 'name' | 'feedUrl' | 'siteUrl'>;

const asText = (text: string): unknown => text;

/** What OPML has no word for, and how it is read from an attribute. A new setting does not compile without its line. */
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

/** The attributes for what differs from the defaults: a file of plain feeds looks like anybody's. */
export function settingAttributes(source: Pick<NewSource, Setting>): [string, string][] {
  return NAMES.filter((name) => source[name] !== DEFAULTS[name]).map((name) => [
    SETTINGS_PREFIX + name,
    String(source[name]),
  ]);
}

/** What the attributes say, unchecked; their names are in lower case. */
export function readSettings(attributes: Record<string, string>): Record<string, unknown> {
  const given = NAMES.flatMap((name) => {
    const text = attributes[SETTINGS_PREFIX + name.toLowerCase()];
    return text === undefined ? [] : [[name, SETTINGS[name](text)]];
  });
  return Object.fromEntries(given);
}

/** A number or a truth value; anything else is left for the schema to refuse. */
function asValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
