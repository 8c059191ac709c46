import { Link } from '@remix-run/react'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SearchResult } from '#app/lib/api-types.ts'
import { hrefCleared, hrefWithout, listHref, type ListAddress } from '#app/lib/list-address.ts'

type Condition = SearchResult['conditions'][number]

function hrefWithoutCondition(address: ListAddress, { param, value }: Condition): string {
  if (param === 'price') return listHref(address, { priceMin: undefined, priceMax: undefined, currency: undefined })
  if (param === 'discountMin' || param === 'onSale' || param === 'inStock') return listHref(address, { [param]: undefined })
  return hrefWithout(address, param, value)
}

/** What narrows the list, each a link to the list without it; and the words of a sentence that nobody understood. */
export function ActiveFilters({ result, address }: { result: SearchResult; address: ListAddress }) {
  const { conditions, unknownWords } = result
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<number | null>(null)
  // The chip that had the focus is gone: the next one takes it, so that the keyboard stays where it was.
  useEffect(() => {
    if (removed.current === null) return
    const links = list.current?.querySelectorAll('a')
    const next = links?.[Math.min(removed.current, links.length - 1)]
    removed.current = null
    if (next) next.focus({ preventScroll: true })
    else document.getElementById('list-heading')?.focus({ preventScroll: true })
  }, [conditions])
  return (
    <ul ref={list} aria-label="Active filters" className={conditions.length || unknownWords.length ? 'mt-5 flex flex-wrap items-center gap-2' : 'hidden'}>
      {conditions.map((condition, index) => (
        <li key={`${condition.param} ${condition.value}`} className="max-w-full">
          <Link to={hrefWithoutCondition(address, condition)} preventScrollReset onClick={() => (removed.current = index)} aria-label={`Remove filter ${condition.label}`} className="chip">
            <span className="truncate">{condition.label}</span> <X aria-hidden size={15} strokeWidth={2} className="shrink-0" />
          </Link>
        </li>
      ))}
      {unknownWords.map((word) => (
        <li key={`word ${word}`} className="max-w-full">
          <span className="chip chip-unknown" title="Not understood, searched as text"><span className="truncate">{word}</span><span className="sr-only">: not understood, searched as text</span></span>
        </li>
      ))}
      {conditions.length > 0 && <li><Link to={hrefCleared(address)} preventScrollReset className="link ml-1 inline-flex min-h-11 items-center text-sm">Clear all</Link></li>}
    </ul>
  )
}
