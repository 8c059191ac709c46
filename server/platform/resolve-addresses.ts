import dns from 'node:dns/promises'

const PATIENCE_MS = 1_500
const TRIES = 2

/**
 * Resolves a name to all its addresses, IPv4 first, with this machine's name servers. Does not use dns.lookup, which
 * cannot be cancelled. While a name server does not respond, it occupies one of the four threads that also compress
 * pages, read files and hash passwords.
 * @param servers used instead, as 'address:port'
 * @throws Error with the resolver's code if there is no address, or once the signal is aborted.
 */
export async function resolveAddresses(hostname: string, signal: AbortSignal, servers?: string[]): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: PATIENCE_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
