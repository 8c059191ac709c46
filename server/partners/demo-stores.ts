let origin: string | null = null

/** Sets the origin where this process serves the demo's stores (scripts/demo-stores.ts); null for none. */
export function openDemoStoresAt(at: string | null): void {
  origin = at
}

/**
 * Returns a store's reachable URL: its own, or that of the demo's stores if they run and the domain cannot exist
 * (*.example, RFC 2606).
 */
export function reachableAddress(address: string): string {
  const url = origin === null ? null : URL.parse(address)
  if (!url?.hostname.endsWith('.example')) return address
  return `${origin}/${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`
}
