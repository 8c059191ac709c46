import net from 'node:net'

/**
 * Returns the address range of one subscriber, so that nobody evades a limit by changing the host part: '203.0.113.77',
 * '2001:db8:1:2::/64'. Every spelling of an address gives the same result. Anything that is not an IP address is
 * returned unchanged.
 */
export function subscriberOf(address: string): string {
  const { v4, v6 } = parse(address)
  return v4 ?? (v6 ? `${v6.slice(0, 4).join(':')}::/64` : address)
}

/**
 * Returns the largest network that one home usually gets: '203.0.113.77', '2001:db8:1:200::/56' (RIPE-690, 4.2: /56 for
 * homes). Use it only for counts that never refuse anyone, because phones have a /64 each, so 256 neighbours share
 * a /56.
 */
export function homeOf(address: string): string {
  const { v4, v6 } = parse(address)
  if (v4) return v4
  return v6 ? `${v6.slice(0, 3).join(':')}:${(parseInt(v6[3] ?? '0', 16) & 0xff00).toString(16)}::/56` : address
}

/**
 * Returns the network of the subscriber and its neighbours: '203.0.113.0/24', '2001:db8:1::/48' (the maximum for one
 * site).
 */
export function networkOf(address: string): string {
  const { v4, v6 } = parse(address)
  if (v4) return `${v4.split('.').slice(0, 3).join('.')}.0/24`
  return v6 ? `${v6.slice(0, 3).join(':')}::/48` : address
}

/** Parses IPv4 even if it is written as IPv6 (::ffff:203.0.113.77), as sockets of both kinds do. */
function parse(address: string): { v4?: string; v6?: string[] } {
  if (net.isIPv4(address)) return { v4: address }
  if (!net.isIPv6(address)) return {}
  // The URL parser accepts every spelling, but no zones ('%eth0').
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const v6 = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  if (v6.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return { v6 }
  return {
    v4: v6
      .slice(6)
      .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
      .join('.'),
  }
}
