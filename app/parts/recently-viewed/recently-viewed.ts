const KEY = 'wtf-recently-viewed'
const MAX = 20

export interface RecentlyViewed {
  id: string
  name: string
  /** The picture's URL, or null. */
  image: string | null
  /** The displayed text, with currency. */
  price: string
  brand: string
  /** ISO 8601, UTC. */
  viewedAt: string
}

/** Returns the entries, newest first; none without storage, or if the stored value is not ours. */
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
    // The page works without storage.
  }
}

/** Saves an entry in this browser only, without duplicates. At most 20. */
export function rememberViewed(entry: RecentlyViewed): void {
  writeViewed([entry, ...loadViewed().filter(({ id }) => id !== entry.id)])
}

function isEntry(value: unknown): value is RecentlyViewed {
  const { id, name, image, price, brand } = (value ?? {}) as Record<keyof RecentlyViewed, unknown>
  return (
    [id, name, price, brand].every((text) => typeof text === 'string') && (image === null || typeof image === 'string')
  )
}
