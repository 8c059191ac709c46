const KEY = 'wtf-recent-searches'
const MAX = 6
const MAX_LENGTH = 200

/**
 * Returns the recent searches in this browser, newest first; none without storage, or if the stored value is not ours.
 */
export function loadRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored)
      ? (stored as unknown[])
          .filter((text): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH)
          .slice(0, MAX)
      : []
  } catch {
    return []
  }
}

/** Saves a search. Keeps the last six, without duplicates. */
export function rememberRecentSearch(text: string): void {
  const q = text.trim().slice(0, MAX_LENGTH)
  if (!q) return
  const others = loadRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([q, ...others].slice(0, MAX)))
  } catch {
    // The page works without storage.
  }
}

export function clearRecentSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
