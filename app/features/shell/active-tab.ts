export type Tab = 'home' | 'discover' | 'search' | 'wishlist' | 'account' | 'login'

/** The tab of the bottom bar that an address belongs to. On Discover that is 'discover' with `all`, 'search' without. */
export function activeTab(pathname: string, search: string): Tab | null {
  const path = pathname.replace(/\/+$/, '') || '/'
  if (path === '/' || path === '/home') return 'home'
  if (path === '/discover') return new URLSearchParams(search).has('all') ? 'discover' : 'search'
  if (path === '/wishlist') return 'wishlist'
  if (path === '/settings' || path.startsWith('/settings/')) return 'account'
  return path === '/login' ? 'login' : null
}
