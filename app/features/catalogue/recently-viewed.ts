const KEY = 'wtf-recently-viewed'
const MAX = 20

export interface RecentlyViewed {
  id: string
  name: string
  /** Address of its picture, or null. */
  image: string | null
  /** As shown, with currency. */
  price: string
  brand: string
  /** ISO, UTC. */
  viewedAt: string
}

/** Newest first, no repeats, at most 20; kept in this browser only. A browser that keeps nothing is fine too. */
export function rememberViewed(entry: RecentlyViewed): void {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    const others = Array.isArray(stored) ? (stored as RecentlyViewed[]).filter((item) => item?.id !== entry.id) : []
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, MAX)))
  } catch {
    localStorage.removeItem(KEY)
  }
}
