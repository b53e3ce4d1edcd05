import { z } from 'zod';

/** No longer URL is stored. */
export const LONGEST_URL = 2048;

/** Kept as a browser would write it: one address has one spelling, so that hosts and duplicates can be found. */
export const webUrlSchema = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an http or https URL' })
  .overwrite((url) => new URL(url).href)
  .max(LONGEST_URL);

/** An empty text means none, as forms send it. */
export const optionalUrlSchema = z
  .string()
  .nullable()
  .transform((url) => url || null)
  .pipe(webUrlSchema.nullable());

/** The addresses that a person may mean: as written, or, without a scheme, https and then http. */
export function webAddresses(text: string): string[] {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? [text] : [`https://${text}`, `http://${text}`];
  return written.filter((address) => z.url({ protocol: /^https?$/ }).safeParse(address).success);
}

/** A URL as it may be logged, shown and sent on. */
export function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
