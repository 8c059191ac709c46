import net from 'node:net'

// IANA's special-purpose registries: addresses that are not meant to be reachable from the public internet.
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // In no registry: machines in Azure use this address to reach their host's services.
  '168.63.129.16/32',
]
/**
 * Only this range is global unicast. Loopback, link-local, ULA, multicast, IPv4-mapped and NAT64 addresses are outside
 * it.
 */
const GLOBAL_V6 = '2000::/3'
/** Exceptions in this range: protocol assignments and Teredo, documentation, 6to4 (which contains an IPv4 address). */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blockedV4 = blockList(NOT_PUBLIC_V4, 'ipv4')
const globalV6 = blockList([GLOBAL_V6], 'ipv6')
const blockedV6 = blockList(NOT_PUBLIC_V6, 'ipv6')

/**
 * Returns true for an IP address on the public internet; false for private, local and special ones, and for anything
 * else.
 */
export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return !blockedV4.check(address, 'ipv4')
  // A zone ('%eth0') means a link of this machine.
  if (net.isIPv6(address) && !address.includes('%'))
    return globalV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6')
  return false
}

function blockList(subnets: string[], family: 'ipv4' | 'ipv6'): net.BlockList {
  const list = new net.BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
