import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import History from 'lucide-react/icons/history'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import X from 'lucide-react/icons/x'
import type { LucideIcon } from 'lucide-react'
import { loadRecentSearches } from './recent-searches.ts'
import { Picture } from '#app/components/picture.tsx'
import type { Suggestion } from '#app/lib/api-types.ts'
import { trpc, TrpcProvider } from '#app/lib/trpc.tsx'

const KINDS = { product: 'Product', brand: 'Brand', category: 'Category', search: 'Search' }
const ICONS: Record<OfferKind, LucideIcon> = {
  product: LayoutGrid,
  brand: Tag,
  category: LayoutGrid,
  list: LayoutGrid,
  search: Search,
  recent: History,
  clear: X,
}
const KEPT_MS = 60_000

type OfferKind = Suggestion['kind'] | 'recent' | 'clear'

/**
 * An entry below the search box: a suggestion for the text, or without text a recent search or the button that clears
 * them.
 */
export type Offer = Omit<Suggestion, 'kind'> & { kind: OfferKind }

export interface SuggestionListProps {
  /** '' sends no request. */
  q: string
  /** True if nothing is typed: shows the recent searches. */
  isEmpty: boolean
  listId: string
  active: number
  onPick: (offer: Offer) => void
  onHover: (index: number) => void
  /** Reports the shown offers to the box. */
  onAnswer: (offers: Offer[]) => void
}

export function SuggestionList(props: SuggestionListProps) {
  return (
    <TrpcProvider>
      <Answers {...props} />
    </TrpcProvider>
  )
}

const NONE: Offer[] = []

/** Returns the recent searches, then the button that clears them. */
function recentOffers(): Offer[] {
  const recent = loadRecentSearches().map((text): Offer => ({
    kind: 'recent',
    label: text,
    detail: null,
    value: text,
    picture: null,
  }))
  return recent.length
    ? [...recent, { kind: 'clear', label: 'Clear recent searches', detail: null, value: '', picture: null }]
    : NONE
}

/** The suggestions for the latest text; until they arrive, those for the previous text. On failure, none. */
function Answers({ q, isEmpty, listId, active, onPick, onHover, onAnswer }: SuggestionListProps) {
  const { data } = trpc.search.suggest.useQuery(
    { q },
    { enabled: q !== '', staleTime: KEPT_MS, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  )
  const [recent] = useState(recentOffers)
  const offers = useMemo(() => (isEmpty ? recent : q === '' ? NONE : (data ?? NONE)), [isEmpty, recent, q, data])
  useEffect(() => onAnswer(offers), [onAnswer, offers])
  useEffect(() => () => onAnswer(NONE), [onAnswer])
  if (!offers.length) return null
  return (
    <div className="suggestions">
      {isEmpty && <p className="suggestions-title">Recent searches</p>}
      <ul id={listId} role="listbox" aria-label={isEmpty ? 'Recent searches' : 'Suggestions'}>
        {offers.map((offer, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the search box handles the keys
          <li
            key={`${offer.kind} ${offer.value}`}
            id={`${listId}${index}`}
            role="option"
            aria-selected={index === active}
            data-kind={offer.kind}
            className="suggestion"
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== active && onHover(index)}
            onClick={() => onPick(offer)}
          >
            <Thumbnail offer={offer} />
            <span className="min-w-0 grow truncate">
              <Marked text={offer.label} part={q} />
              {offer.detail && (
                <span className="text-muted">
                  {' '}
                  {offer.kind === 'product' ? 'by' : 'in'} {offer.detail}
                </span>
              )}
            </span>
            <Kind offer={offer} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A product's picture, or an icon for the kind of offer, in the same frame. */
function Thumbnail({ offer: { kind, picture } }: { offer: Offer }) {
  const Icon = ICONS[kind]
  return (
    <span className="suggestion-picture">
      {picture ? (
        <Picture picture={picture} sizes="2.5rem" maxWidth={160} isFilling />
      ) : (
        <Icon aria-hidden size={17} strokeWidth={1.6} />
      )}
    </span>
  )
}

function Kind({ offer: { kind, detail } }: { offer: Offer }) {
  if (kind === 'recent' || kind === 'clear') return null
  const name = kind === 'list' ? (detail ? 'Category' : 'Department') : KINDS[kind]
  return <span className="flex-none text-[0.75rem] text-muted">{name}</span>
}

/** The text with the typed part in a quieter style, so that the completion stands out. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="text-muted">{text.slice(at, at + part.length)}</span>
      {text.slice(at + part.length)}
    </>
  )
}
