/** Whom to count a request for: an IPv4 address, or the network of an IPv6 one, of which anybody has a whole /64. */
export function addressKey(address: string): string {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4) return ipv4;
  const [beforeGap = ''] = address.split('::');
  const groups = beforeGap.split(':').filter(Boolean);
  return [...groups, '0', '0', '0', '0'].slice(0, 4).join(':');
}
