/** As long as source-manager takes them. */
const LONGEST = 2048;

/**
 * Where a page lives for good, as it may be kept instead of `first`; null: where it was asked for. An address with
 * credentials that we did not have ourselves is nobody's to keep.
 */
export function lastingAddress(first: URL, movedTo: URL | null): string | null {
  if (!movedTo) return null;
  const { username, password } = movedTo;
  const isStrange = username !== first.username || password !== first.password;
  if ((username || password) && isStrange) return null;
  const address = withoutFragment(movedTo);
  return address !== withoutFragment(first) && address.length <= LONGEST ? address : null;
}

function withoutFragment(url: URL): string {
  const copy = new URL(url);
  copy.hash = '';
  return copy.href;
}
