let origin: string | null = null

/** Sets the origin where this process serves the demo's stores (scripts/demo-stores.ts); null for none. */
export function openDemoStoresAt(at: string | null): void {
  origin = at
}

/**
 * Returns the URL at which a store can be reached. For domains that cannot exist (*.example, RFC 2606), that is the URL
 * of the demo's stores, if they run.
 */
export function reachableAddress(address: string): string {
  const url = origin === null ? null : URL.parse(address)
  if (!url?.hostname.endsWith('.example')) return address
  return `${origin}/${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`
}
