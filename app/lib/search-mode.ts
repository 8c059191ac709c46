import type { SearchMode } from '#server/search/search.schema.ts'

const KEY = 'wtf-search-mode'

/** What this visitor chose last; anything but 'intelligent' is normal. */
export function readSearchMode(): SearchMode {
  try {
    return localStorage.getItem(KEY) === 'intelligent' ? 'intelligent' : 'normal'
  } catch {
    return 'normal'
  }
}

export function writeSearchMode(mode: SearchMode): void {
  try {
    localStorage.setItem(KEY, mode)
  } catch {
    // Then it holds for this search only.
  }
}
