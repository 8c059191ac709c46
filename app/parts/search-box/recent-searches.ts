const KEY = 'wtf-recent-searches'
const MAX = 6
const MAX_LENGTH = 200

/** What was searched in this browser, newest first; empty if it stores nothing, or something else under the key. */
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

/** Keeps the last six, without repeats. */
export function rememberRecentSearch(text: string): void {
  const q = text.trim().slice(0, MAX_LENGTH)
  if (!q) return
  const others = loadRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([q, ...others].slice(0, MAX)))
  } catch {
    // A browser that stores nothing is fine too.
  }
}

export function clearRecentSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
