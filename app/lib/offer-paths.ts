// Beside paths.ts, which is in the script of every page: most pages have no link to these.

/** The pages of one item at several stores. */
export const offerPaths = {
  /** All stores that sell a piece. */
  stores: (productId: string) => `/product/${encodeURIComponent(productId)}/stores`,
  /** Where somebody says that another store's piece is not the same; also receives it. */
  report: (productId: string, otherId: string) =>
    `/product/${encodeURIComponent(productId)}/stores/${encodeURIComponent(otherId)}`,
  /** Matches that somebody reported. Also receives the forms that keep, separate and join. */
  adminMatches: (query: { state?: string | undefined; page?: number } = {}) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
    return params.size ? `/admin/matches?${params}` : '/admin/matches'
  },
}
