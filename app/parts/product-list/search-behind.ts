import { useEffect, useState } from 'react'

const KEY = 'wtf-search-behind'

/** Keeps, in this tab, which search a product was opened from. */
export function rememberSearch(productId: string, view: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ productId, view }))
  } catch {
    // Storage may be off. Then nobody learns which words led to the store.
  }
}

/** The look at a search that the product was opened from in this tab, if it was the last one that was opened so. */
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
