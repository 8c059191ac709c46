let origin: string | null = null

/** From now on stores of the demo are found at this origin, where the process serves them itself (scripts/demo-stores.ts); null: nowhere. */
export function openDemoStoresAt(at: string | null): void {
  origin = at
}

/**
 * Where an address of a store is reached: itself, unless it lies at a name that exists in no network (*.example, RFC 2606), as the
 * demo's do, and the demo's stores are open.
 */
export function reachable(address: string): string {
  const url = origin === null ? null : URL.parse(address)
  if (!url?.hostname.endsWith('.example')) return address
  return `${origin}/${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`
}
