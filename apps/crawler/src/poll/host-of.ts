import { parseUrl } from './web-url.js';
/** The host whose feeds are polled one after another. A URL that has none is alone with its failure. */
export function hostOf(url: string | null, sourceId: string): string {
  return parseUrl(url ?? '')?.hostname || `no-host:${sourceId}`;
}
