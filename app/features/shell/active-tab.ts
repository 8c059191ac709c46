import { frameOf, type Tab } from '#server/site/addresses.values.ts'

/** Returns the bottom bar's tab for a URL. Discover is 'discover' with `all`, else 'search'. */
export function activeTab(pathname: string, search: string): Tab | null {
  const { tab = null } = frameOf(pathname)
  return tab === 'search' && new URLSearchParams(search).has('all') ? 'discover' : tab
}
