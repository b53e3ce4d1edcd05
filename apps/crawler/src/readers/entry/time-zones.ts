/** Zone names in feeds. An ambiguous name means the zone with more feeds. */
const HOURS: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  met: 1,
  mez: 1,
  cest: 2,
  mest: 2,
  mesz: 2,
  sast: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  trt: 3,
  gst: 4,
  pkt: 5,
  ist: 5.5,
  ict: 7,
  wib: 7,
  sgt: 8,
  hkt: 8,
  pht: 8,
  awst: 8,
  jst: 9,
  kst: 9,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  nst: -3.5,
  ndt: -2.5,
  brt: -3,
  art: -3,
  ast: -4,
  adt: -3,
  est: -5,
  edt: -4,
  et: -5,
  cst: -6,
  cdt: -5,
  ct: -6,
  mst: -7,
  mdt: -6,
  mt: -7,
  pst: -8,
  pdt: -7,
  pt: -8,
  akst: -9,
  akdt: -8,
  hst: -10,
};

/** Minutes east of Greenwich; null when the text is not a zone. */
export function zoneMinutes(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours === undefined) return namedZone(zone.toLowerCase());
  const east = Number(hours) * 60 + Number(minutes);
  if (east > 14 * 60) return null;
  return sign === '-' ? -east : east;
}

function namedZone(name: string): number | null {
  const hours = Object.hasOwn(HOURS, name) ? HOURS[name] : undefined;
  return hours === undefined ? null : hours * 60;
}
