import { getDomain } from 'tldts';

/** The registrable domain: all `*.tumblr.com` are one site. An address, or a name that nobody sells, is its own. */
export function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: false, validateHostname: false }) ?? host;
}

/** The first segment of the path, as `ROUTE` in SQL finds it. */
export function routeOf(feedUrl: string): string {
  const path = feedUrl.replace(/^[^:]*:\/\/[^/?#]*/, '').replace(/[?#].*$/, '');
  return path.split('/')[1] ?? '';
}

/** Responses tell who stands in front of their site: a content delivery network, or a wall against robots. */
const EDGES: { edge: string; header: string; value?: RegExp }[] = [
  { edge: 'datadome', header: 'x-datadome' },
  { edge: 'sucuri', header: 'x-sucuri-id' },
  { edge: 'cloudflare', header: 'cf-ray' },
  { edge: 'akamai', header: 'server', value: /^AkamaiGHost/i },
  { edge: 'fastly', header: 'x-served-by', value: /^cache-/i },
  { edge: 'cloudfront', header: 'x-amz-cf-id' },
];

export function edgeOf(headers: Record<string, string | string[] | undefined>): string | null {
  const found = EDGES.find(({ header, value }) => {
    const sent = headers[header];
    return sent !== undefined && (!value || value.test(String(sent)));
  });
  return found?.edge ?? null;
}
