// Beside paths.ts, which is in the script of every page: most pages have no link to these.

/** The pages of saved searches, and feeds. */
export const newInPaths = {
  /** What is new in saved searches and of followed brands. */
  newIn: () => '/new-in',
  /** Receives its forms. */
  forms: () => '/new-in?index',
  /** @param list the address of a list */
  save: (list: string) => `/new-in/save?${new URLSearchParams({ list })}`,
  /** Also receives the form that changes it. */
  search: (searchId: string) => `/new-in/${encodeURIComponent(searchId)}`,
  feed: (token: string) => `/feeds/saved/${encodeURIComponent(token)}.atom`,
  /** The feed of a list, for everybody. @param search what it shows; with `partner`, of that store's list */
  listFeed: (search: string, partner?: string) => {
    const params = listParams(search)
    if (partner !== undefined) params.set('partner', partner)
    return `/feeds/new.atom?${params}`
  },
}

/** What is in a list, without its order, page and look. */
export function listParams(search: string): URLSearchParams {
  const params = new URLSearchParams(search)
  for (const name of ['sort', 'view', 'page']) params.delete(name)
  return params
}
