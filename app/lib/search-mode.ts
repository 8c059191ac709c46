import type { SearchMode } from '#server/search/search.schema.ts'

const KEY = 'wtf-search-mode'
const PLAIN_KEY = 'wtf-search-plain'

/** Returns the visitor's last choice; anything but 'intelligent' is normal. */
export function loadSearchMode(): SearchMode {
  try {
    return localStorage.getItem(KEY) === 'intelligent' ? 'intelligent' : 'normal'
  } catch {
    return 'normal'
  }
}

/** Returns whether Normal mode searches the words as typed, without parsing a sentence. */
export function loadPlain(): boolean {
  try {
    return localStorage.getItem(PLAIN_KEY) !== null
  } catch {
    return false
  }
}

export function writePlain(isPlain: boolean): void {
  try {
    if (isPlain) localStorage.setItem(PLAIN_KEY, 'true')
    else localStorage.removeItem(PLAIN_KEY)
  } catch {
    // Without storage, the choice is only in the URL, and its links keep it.
  }
}

/** Saves the mode in the signed-in user's profile. @returns whether that succeeded. */
export async function saveSearchMode(mode: SearchMode): Promise<boolean> {
  try {
    const { client } = await import('./trpc-client.ts')
    await client.account.setSearchMode.mutate({ mode })
    return true
  } catch {
    return false
  }
}

export function writeSearchMode(mode: SearchMode): void {
  try {
    localStorage.setItem(KEY, mode)
  } catch {
    // Without storage, the mode applies to this search only.
  }
}
