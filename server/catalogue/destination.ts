/** The stored data from which we build a product's address in its partner's store. */
export interface Destination {
  /** As the partner entered it; may lack a scheme. */
  productUrl: string | null
  /** The partner's verified hosts. Each includes its subdomains. */
  verifiedHosts: string[]
}

/**
 * Returns the product's address in the partner's store. Null if it is not safe to redirect to. It must be http(s), on a
 * verified host, without credentials.
 */
export function resolveDestination({ productUrl, verifiedHosts }: Destination): URL | null {
  const trimmed = (productUrl ?? '').trim()
  if (!trimmed) return null
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`
  if (!URL.canParse(absolute)) return null
  const url = new URL(absolute)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username || url.password) return null
  const isVerified = verifiedHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isVerified ? url : null
}
