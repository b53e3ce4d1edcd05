/** A URL as it may be logged, shown and sent on. */
export function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
