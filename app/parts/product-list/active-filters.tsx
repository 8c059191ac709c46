import { useNavigation } from '@remix-run/react'
import { isForUs, Link } from '#app/components/link.tsx'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { SearchResult } from '#app/lib/api-types.ts'
import { hrefCleared, hrefWithout, listHref, type ListAddress } from '#app/lib/list-address.ts'

type Condition = SearchResult['conditions'][number]

function hrefWithoutCondition(address: ListAddress, { param, value }: Condition): string {
  if (param === 'price') return listHref(address, { priceMin: undefined, priceMax: undefined, currency: undefined })
  if (param === 'discountMin' || param === 'onSale' || param === 'inStock')
    return listHref(address, { [param]: undefined })
  if (param === 'looksLike') {
    const left = (new URLSearchParams(address.search).get(param) ?? '').split('.').filter((part) => part !== value)
    return listHref(address, { looksLike: left.join('.') || undefined })
  }
  return hrefWithout(address, param, value)
}

const chipOf = ({ param, value }: Condition) => `${param} ${value}`
const chipOfWord = (word: string) => `word ${word}`

/** The list's conditions, each linking to the list without it, and the words of a sentence that were not understood. */
export function ActiveFilters({ result, address }: { result: SearchResult; address: ListAddress }) {
  const { conditions, unknownWords, filters } = result
  const rest = (filters.rest ?? '').split(' ').filter(Boolean)
  const isSentence = filters.mode === 'intelligent'
  // A sentence without any part is no longer a search.
  const hrefOf = (condition: Condition) =>
    isSentence && conditions.length + rest.length === 1
      ? hrefCleared(address)
      : hrefWithoutCondition(address, condition)
  const hrefWithoutWord = (word: string) => {
    const left = rest.filter((other) => other !== word)
    return conditions.length + left.length === 0 ? hrefCleared(address) : listHref(address, { rest: left.join(' ') })
  }
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<{ chip: string; index: number } | null>(null)
  const { state } = useNavigation()
  const remove = (chip: string, index: number) => (event: MouseEvent) => {
    if (isForUs(event)) removed.current = { chip, index }
  }
  const chips = [...conditions.map(chipOf), ...unknownWords.map(chipOfWord)].join('\n')
  // If the focused chip is gone, the next one takes the focus, so that keyboard users keep their place.
  useEffect(() => {
    if (removed.current === null || state !== 'idle') return
    const { chip, index } = removed.current
    removed.current = null
    if (chips.split('\n').includes(chip)) return
    const links = list.current?.querySelectorAll('a')
    const next = links?.[Math.min(index, links.length - 1)]
    if (next) next.focus({ preventScroll: true })
    else document.getElementById('list-heading')?.focus({ preventScroll: true })
  }, [chips, state])
  return (
    <ul ref={list} aria-label="Active filters" className="list-chips">
      {conditions.map((condition, index) => (
        <li key={chipOf(condition)} className="max-w-64 shrink-0">
          <Link
            to={hrefOf(condition)}
            preventScrollReset
            onClick={remove(chipOf(condition), index)}
            aria-label={`Remove filter ${condition.label}`}
            className="chip"
          >
            {condition.hex && (
              <i
                aria-hidden
                className="size-4 shrink-0 rounded-full border border-text/25"
                style={{ background: condition.hex }}
              />
            )}
            <span className="truncate">{condition.label}</span>{' '}
            <X aria-hidden size={15} strokeWidth={2} className="shrink-0" />
          </Link>
        </li>
      ))}
      {unknownWords.map((word, index) => (
        <li key={chipOfWord(word)} className="max-w-64 shrink-0">
          <Link
            to={hrefWithoutWord(word)}
            preventScrollReset
            onClick={remove(chipOfWord(word), conditions.length + index)}
            title="Not understood, searched as text"
            aria-label={`Remove the word ${word}: not understood, searched as text`}
            className="chip border-dashed bg-transparent text-muted italic"
          >
            <span className="truncate">{word}</span> <X aria-hidden size={15} strokeWidth={2} className="shrink-0" />
          </Link>
        </li>
      ))}
      {conditions.length > 0 && (
        <li className="shrink-0">
          <Link
            to={hrefCleared(address)}
            preventScrollReset
            onClick={remove(chips.split('\n')[0] ?? '', 0)}
            className="link ml-1 inline-flex min-h-11 items-center text-sm"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
