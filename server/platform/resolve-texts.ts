import dns from 'node:dns/promises'

const PATIENCE_MS = 1_500
const TRIES = 2
/** Codes that mean that there is no record. After any other failure, there may be one. */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Returns the TXT records of a name, each as one text; [] if the name does not exist or has none.
 * @param servers used instead of this machine's name servers, as 'address:port'
 * @throws Error with the resolver's code if no server responds, or once the signal is aborted
 */
export async function resolveTexts(name: string, signal: AbortSignal, servers?: string[]): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: PATIENCE_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (NONE.has((error as { code?: string }).code ?? '')) return []
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
