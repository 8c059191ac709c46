import { useEffect, useRef, type MouseEvent } from 'react'
import { paths } from '#app/lib/paths.ts'
import { rememberSearch } from './search-behind.ts'

/** Returns a random UUID; browsers have their own only on secure pages. */
function viewId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const send = (message: object) => navigator.sendBeacon(paths.searched(), JSON.stringify(message))

/**
 * Reports anonymously that a search was viewed, and which of its products was opened.
 * @param token of the search; null to report nothing
 * @param first position of the page's first product, counted from 1
 * @returns a click listener for the element that contains the products
 */
export function useSearchLog(token: string | null, first: number): (event: MouseEvent<HTMLElement>) => void {
  const view = useRef('')
  useEffect(() => {
    if (token === null) return
    view.current = viewId()
    send({ token, view: view.current })
  }, [token])
  return (event) => {
    const link = (event.target as Element).closest('a[href^="/product/"]')
    const card = link?.closest('article')
    if (token === null || !card) return
    const position = [...event.currentTarget.querySelectorAll('article')].indexOf(card)
    send({ token, view: view.current, position: first + position })
    const [, productId] = /^\/product\/([\w-]+)/.exec(link?.getAttribute('href') ?? '') ?? []
    if (productId && view.current) rememberSearch(productId, view.current)
  }
}
