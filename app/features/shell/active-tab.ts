import { frameOf, type Tab } from '#server/site/addresses.values.ts'

/** The tab of the bottom bar for an address. Discover is 'discover' with `all`, else 'search'. */
export function activeTab(pathname: string, search: string): Tab | null {
  const { tab = null } = frameOf(pathname)
  return tab === 'search' && new URLSearchParams(search).has('all') ? 'discover' : tab
}
