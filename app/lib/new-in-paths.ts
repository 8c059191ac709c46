// Kept out of paths.ts, which every page loads, because most pages have no links to these.

/** The pages of saved searches, and feeds. */
export const newInPaths = {
  /** New products in saved searches and of followed brands. */
  newIn: () => '/new-in',
  /** Receives the forms of the page. */
  forms: () => '/new-in?index',
  /** @param list the list's URL */
  save: (list: string) => `/new-in/save?${new URLSearchParams({ list })}`,
  /** Also receives the form that changes it. */
  search: (searchId: string) => `/new-in/${encodeURIComponent(searchId)}`,
  feed: (token: string) => `/feeds/saved/${encodeURIComponent(token)}.atom`,
  /** The public feed of a list. @param search the list's query; with `partner`, for that store's list */
  listFeed: (search: string, partner?: string) => {
    const params = listParams(search)
    if (partner !== undefined) params.set('partner', partner)
    return `/feeds/new.atom?${params}`
  },
}

/** Returns a list's parameters without its order, page and presentation. */
export function listParams(search: string): URLSearchParams {
  const params = new URLSearchParams(search)
  for (const name of ['sort', 'view', 'page']) params.delete(name)
  return params
}
