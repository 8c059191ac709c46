import { useEffect, useState } from 'react'

const KEY = 'wtf-search-behind'

/** Stores, in this tab, the search that a product was opened from. */
export function rememberSearch(productId: string, view: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ productId, view }))
  } catch {
    // Without storage, the click is not attributed to a search.
  }
}

/**
 * Returns the search view that the product was opened from in this tab, if it was the last product opened from a
 * search.
 */
export function useSearchBehind(productId: string): string | undefined {
  const [view, setView] = useState<string>()
  useEffect(() => setView(loadView(productId)), [productId])
  return view
}

function loadView(productId: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { productId?: unknown; view?: unknown } | null
    return kept?.productId === productId && typeof kept.view === 'string' ? kept.view : undefined
  } catch {
    return undefined
  }
}
