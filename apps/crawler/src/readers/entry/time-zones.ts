/** Hours east of Greenwich, and the zone names in feeds. An ambiguous name means the zone with more feeds. */
const NAMES: [hours: number, names: string][] = [
  [-11, 'sst'],
  [-10, 'hst'],
  [-9, 'akst hdt'],
  [-8, 'pst pt akdt'],
  [-7, 'mst mt pdt'],
  [-6, 'cst ct mdt'],
  [-5, 'est et cdt cot pet ect'],
  [-4, 'ast edt bot vet clt'],
  [-3.5, 'nst'],
  [-3, 'adt art brt uyt clst gft'],
  [-2.5, 'ndt'],
  [-2, 'brst'],
  [-1, 'azot cvt'],
  [0, 'ut utc gmt z wet'],
  [1, 'bst cet met mez west wat'],
  [2, 'cest mest mesz eet sast cat'],
  [3, 'eest msk trt eat idt fet'],
  [3.5, 'irst'],
  [4, 'gst msd samt azt get'],
  [5, 'pkt uzt yekt'],
  [5.5, 'ist'],
  [5.75, 'npt'],
  [6, 'bdt almt omst'],
  [7, 'ict wib krat novt'],
  [8, 'sgt hkt pht awst wita myt irkt'],
  [9, 'jst kst wit yakt'],
  [9.5, 'acst'],
  [10, 'aest vlat chst'],
  [10.5, 'acdt'],
  [11, 'aedt magt'],
  [12, 'nzst pett'],
  [13, 'nzdt'],
];
const MINUTES = new Map(
  NAMES.flatMap(([hours, names]) => names.split(' ').map((name) => [name, hours * 60] as const)),
);
/** `+02:00`, `GMT+2`, and `+02:00Z`, whose Z means nothing. */
const OFFSET = /^\s*(?:utc|gmt|ut|z)?\s*([+-])(\d{1,2}):?(\d{2})?(?::\d{2})?z?(?![a-z\d])(?:\[[^\]]*\])?/i;
const NAME = /^[\s[]*([a-z]{1,5})(?![a-z\d/_])\]?/i;
const REGION = /^[\s[]*([a-z]+(?:\/[a-z_+-]+\d*){1,2})\]?/i;
/** What else is written in capitals behind a time, or ends in "Time", is a zone. */
const UNKNOWN = /^\s*(?:[A-Z]{3,6}(?![\w.])|(?:[A-Z][a-z]+ ){1,3}Time\b)/;
const MAX_OFFSET = 14 * 60;

export interface Zone {
  /** Minutes east of Greenwich at a local time, given as if it were UTC. */
  minutesAt(local: Date): number;
  /** The text behind the zone. */
  rest: string;
}

/** The zone at the beginning of a text; UTC when there is none, null when it is unknown. */
export function readZone(text: string): Zone | null {
  const fixed = (minutes: number, length: number): Zone => ({
    minutesAt: () => minutes,
    rest: text.slice(length),
  });
  const offset = OFFSET.exec(text);
  if (offset) {
    const [all, sign, hours, minutes = '0'] = offset;
    const east = Number(hours) * 60 + Number(minutes);
    return east > MAX_OFFSET ? null : fixed(sign === '-' ? -east : east, all.length);
  }
  const region = REGION.exec(text);
  if (region) return readRegion(region[1] ?? '', text.slice(region[0].length));
  const name = NAME.exec(text);
  const minutes = MINUTES.get(name?.[1]?.toLowerCase() ?? '');
  if (name && minutes !== undefined) return fixed(minutes, name[0].length);
  return UNKNOWN.test(text) && !MONTH_OR_DAY.test(text) ? null : fixed(0, 0);
}

/** Some write these in capitals, too. */
const MONTH_OR_DAY =
  /^\s*(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN|UHR|HRS)/i;

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

/** Making a format takes longer than reading the feed's dates. Throws for an unknown name. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** A name of the IANA database. Its offset depends on the date. */
function readRegion(timeZone: string, rest: string): Zone | null {
  try {
    const format = formatFor(timeZone);
    const offsetAt = (date: Date) => {
      const [, sign, hours = '0', minutes = '0'] =
        /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(date)) ?? [];
      return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    };
    // The offset at the local time taken for UTC is wrong near a change of the clocks; its own offset is not.
    const minutesAt = (local: Date) => offsetAt(new Date(local.getTime() - offsetAt(local) * 60_000));
    return { minutesAt, rest };
  } catch {
    return null;
  }
}
