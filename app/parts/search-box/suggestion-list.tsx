import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Suggestion } from '#app/lib/api-types.ts'
import { trpc, TrpcProvider } from '#app/lib/trpc.tsx'

const KINDS = { product: 'Product', brand: 'Brand', category: 'Category', search: 'Popular search' }
const KEPT_MS = 60_000

export interface SuggestionListProps {
  /** '' asks nothing and shows nothing. */
  q: string
  listId: string
  active: number
  onPick: (suggestion: Suggestion) => void
  onHover: (index: number) => void
  /** Tells the box what is shown. */
  onAnswer: (suggestions: Suggestion[]) => void
}

export function SuggestionList(props: SuggestionListProps) {
  return (
    <TrpcProvider>
      <Answers {...props} />
    </TrpcProvider>
  )
}

const NONE: Suggestion[] = []

/** Suggestions for the latest text; until they arrive, those for the text before. A failure shows nothing. */
function Answers({ q, listId, active, onPick, onHover, onAnswer }: SuggestionListProps) {
  const { data } = trpc.search.suggest.useQuery(
    { q },
    { enabled: q !== '', staleTime: KEPT_MS, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  )
  const suggestions = q === '' ? NONE : (data ?? NONE)
  useEffect(() => onAnswer(suggestions), [onAnswer, suggestions])
  useEffect(() => () => onAnswer(NONE), [onAnswer])
  if (!suggestions.length) return null
  return (
    <ul id={listId} role="listbox" aria-label="Suggestions" className="suggestions">
      {suggestions.map((suggestion, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the box's, where the focus stays
        <li
          key={`${suggestion.kind} ${suggestion.value}`}
          id={`${listId}${index}`}
          role="option"
          aria-selected={index === active}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onHover(index)}
          onClick={() => onPick(suggestion)}
        >
          <span className="min-w-0 truncate">
            <Marked text={suggestion.label} part={q} />
            {suggestion.detail && (
              <span className="text-muted">
                {' '}
                {suggestion.kind === 'category' ? 'in' : 'by'} {suggestion.detail}
              </span>
            )}
          </span>
          <span className="flex-none text-[0.75rem] text-muted">{KINDS[suggestion.kind]}</span>
        </li>
      ))}
    </ul>
  )
}

/** The text with the typed part in a quieter style, so that the addition stands out. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="text-muted">{text.slice(at, at + part.length)}</span>
      {text.slice(at + part.length)}
    </>
  )
}
