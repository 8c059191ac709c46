import type { SearchMode } from '#server/search/search.schema.ts'

const KEY = 'wtf-search-mode'

/** The visitor's last choice; anything but 'intelligent' is normal. */
export function readSearchMode(): SearchMode {
  try {
    return localStorage.getItem(KEY) === 'intelligent' ? 'intelligent' : 'normal'
  } catch {
    return 'normal'
  }
}

/** Saves the mode in the signed-in user's profile. @returns whether that succeeded. */
export async function saveSearchMode(mode: SearchMode): Promise<boolean> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
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
    // Without storage the mode holds for this search only.
  }
}
