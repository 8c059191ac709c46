const KEY = 'wtf-recently-viewed'
const MAX = 20

export interface RecentlyViewed {
  id: string
  name: string
  /** The picture's address, or null. */
  image: string | null
  /** As shown, with currency. */
  price: string
  brand: string
  /** ISO, UTC. */
  viewedAt: string
}

/** Newest first; empty if this browser stores nothing, or something else under the key. */
export function loadViewed(): RecentlyViewed[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as unknown[]).filter(isEntry).slice(0, MAX) : []
  } catch {
    return []
  }
}

export function writeViewed(entries: RecentlyViewed[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries.slice(0, MAX)))
  } catch {
    // A browser that stores nothing is fine too.
  }
}

/** No repeats, at most 20; kept in this browser only. */
export function rememberViewed(entry: RecentlyViewed): void {
  writeViewed([entry, ...loadViewed().filter(({ id }) => id !== entry.id)])
}

function isEntry(value: unknown): value is RecentlyViewed {
  const { id, name, image, price, brand } = (value ?? {}) as Record<keyof RecentlyViewed, unknown>
  return (
    [id, name, price, brand].every((text) => typeof text === 'string') && (image === null || typeof image === 'string')
  )
}
