/** What the address of a product in its partner's store is made from; all of it comes from the database. */
export interface Destination {
  /** As the partner gave it; may lack a scheme. */
  productUrl: string | null
  /** Hosts verified as the partner's; each covers its subdomains. */
  verifiedHosts: string[]
}

export interface Tracking {
  /** Null: the click could not be written, and nothing that does not exist is named as evidence. */
  clickId: string | null
  partnerId: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  /** Shopify only, and not switched off by the partner. */
  sendsRef: boolean
}

/** The product's address in the partner's store, or null when there is none that shoppers may be sent to: http(s) on a verified host, no credentials. */
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

/**
 * The final address of an outgoing link (attribution.md, section 1): the destination with its own parameters kept to the
 * byte, plus ours. A parameter of ours that was there already is replaced, except `ref`, which is the partner's if present.
 */
export function buildOutboundUrl(destination: URL, tracking: Tracking): string {
  const own = destination.search.slice(1).split('&').filter(Boolean)
  const nameOf = (pair: string) => new URLSearchParams(`?${pair}`).keys().next().value ?? ''
  const ours: Array<[string, string]> = [
    ['utm_source', tracking.utmSource],
    ['utm_medium', tracking.utmMedium],
    ['utm_campaign', tracking.utmCampaign],
    ['partner_id', tracking.partnerId],
  ]
  const names = new Set([...ours.map(([name]) => name), 'wtf_cid'])
  if (tracking.clickId !== null) {
    ours.push(['wtf_cid', tracking.clickId])
    if (tracking.sendsRef && !own.some((pair) => nameOf(pair) === 'ref')) ours.push(['ref', tracking.clickId])
  }
  const kept = own.filter((pair) => !names.has(nameOf(pair)))
  const url = new URL(destination)
  // With its question mark: the setter would take one of the partner's own for it.
  url.search = `?${[...kept, ...ours.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join('&')}`
  return url.href
}
