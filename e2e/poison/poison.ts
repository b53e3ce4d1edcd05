/** A document that is made to cost its reader much. */
export interface Poison {
  /** What it is made of. */
  name: string;
  contentType: string;
  /** The content encodings of the response, if it has any. */
  encoding?: string;
  body: () => Buffer;
}

/** A page fetched by the crawler has no more bytes than this. */
export const LARGEST_BODY = 9_500_000;
/** A web page that is read has no more characters than this. */
export const LARGEST_PAGE = 2_950_000;

/** As often as it fits. */
export function fill(part: string, chars: number): string {
  return part.repeat(Math.floor(chars / part.length));
}

/** Different parts, as many as fit. */
export function fillEach(part: (index: number) => string, chars: number): string {
  const parts: string[] = [];
  for (let left = chars, index = 0; ; index += 1) {
    const next = part(index);
    left -= next.length;
    if (left < 0) return parts.join('');
    parts.push(next);
  }
}
