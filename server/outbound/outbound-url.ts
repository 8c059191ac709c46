export interface Tracking {
  /** Null if the click could not be written, because a link must not have an id without a row. */
  clickId: string | null
  partnerId: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  /** Whether to add `ref`. For Shopify stores only, unless the partner has switched it off. */
  sendsRef: boolean
}

/**
 * Returns the final address of an outgoing link: the destination with its own parameters, byte for byte, plus ours.
 * Existing parameters of our names are replaced, except `ref`, which the partner's address may set itself.
 */
export function buildOutboundUrl(destination: URL, tracking: Tracking): string {
  const params = destination.search.slice(1).split('&').filter(Boolean)
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
    if (tracking.sendsRef && !params.some((pair) => nameOf(pair) === 'ref')) ours.push(['ref', tracking.clickId])
  }
  const kept = params.filter((pair) => !names.has(nameOf(pair)))
  const url = new URL(destination)
  // Adds the question mark here, because the setter would drop a second one at the start of the partner's query.
  url.search = `?${[...kept, ...ours.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join('&')}`
  return url.href
}
