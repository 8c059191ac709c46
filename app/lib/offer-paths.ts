// Kept out of paths.ts, which every page loads, because most pages have no links to these.

/** The pages of one item at several stores. */
export const offerPaths = {
  /** All stores that sell a product. */
  stores: (productId: string) => `/product/${encodeURIComponent(productId)}/stores`,
  /** The form to report that another store's product is not the same. Also receives the report. */
  report: (productId: string, otherId: string) =>
    `/product/${encodeURIComponent(productId)}/stores/${encodeURIComponent(otherId)}`,
  /** Matches that shoppers reported. Also receives the forms that keep, separate and join them. */
  adminMatches: (query: { state?: string | undefined; page?: number } = {}) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
    return params.size ? `/admin/matches?${params}` : '/admin/matches'
  },
}
