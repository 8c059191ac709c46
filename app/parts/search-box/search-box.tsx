import { Form, useLocation, useNavigate } from '@remix-run/react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Search from 'lucide-react/icons/search'
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { ModeSwitch } from './mode-switch.tsx'
import { loadPlain } from '#app/lib/search-mode.ts'
import { clearRecentSearches, rememberRecentSearch } from './recent-searches.ts'
import type { Offer, SuggestionListProps } from './suggestion-list.tsx'
import { hrefOf } from '#app/lib/list-address.ts'
import { TO_LIST } from '#app/lib/list-heading.ts'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { useAddressText } from '#app/lib/use-address-text.ts'
import { useLive } from '#app/lib/use-live.ts'
import type { SearchMode } from '#server/search/search.schema.ts'
import { MAX_QUERY, MAX_TYPED } from '#server/search/search-values.schema.ts'

const MIN_CHARACTERS = 2
const DEBOUNCE_MS = 300
const BLUR_DELAY_MS = 150

// Loaded when a search box is first used. If that fails, there are no suggestions, and the search still works.
const loadSuggestions = (): Promise<{ default: ComponentType<SuggestionListProps> }> =>
  import('./suggestion-list.tsx')
    .then(({ SuggestionList }) => ({ default: SuggestionList }))
    .catch(() => ({ default: () => null }))
const SuggestionList = lazy(loadSuggestions)

interface SearchBoxProps {
  label: string
  action: string
  look: 'large' | 'bar' | 'header'
  defaultValue?: string
  /** The mode in the URL; if undefined, the visitor's last choice. */
  mode?: SearchMode | undefined
  /** Parameters that a new search keeps. */
  kept?: Array<[string, string]>
  hasSuggestions?: boolean
  /** Whether an empty search leads to the list without a search. */
  allowsEmpty?: boolean
}

/**
 * A GET form that becomes a combobox after hydration. Does not use Headless UI's combobox, which keeps the text in its
 * state, would lose text that was typed before hydration, and is larger than this entire component.
 */
export function SearchBox({
  label,
  action,
  look,
  defaultValue = '',
  mode,
  kept = [],
  hasSuggestions = false,
  allowsEmpty = false,
}: SearchBoxProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const id = useId()
  const isLive = useLive()
  const input = useRef<HTMLInputElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [suggestions, setSuggestions] = useState<Offer[]>([])
  const [active, setActive] = useState(-1)
  const [isIntelligent, setIntelligent] = useState(mode === 'intelligent')

  useAddressText(input, defaultValue)
  useEffect(() => setOpen(false), [defaultValue, pathname])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim().slice(0, MAX_QUERY)), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => clearTimeout(closing.current), [])

  const isCombobox = hasSuggestions && isLive
  const isShown = isOpen && suggestions.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (offer: Offer) => {
    close()
    setTyped('')
    if (offer.kind === 'clear') {
      clearRecentSearches()
      toast.set({ tone: 'plain', title: 'Recent searches cleared' })
      return
    }
    const isText = offer.kind === 'search' || offer.kind === 'recent'
    if (isText) rememberRecentSearch(offer.value)
    if (input.current) input.current.value = isText ? offer.label : defaultValue
    navigate(offerHref(offer), { state: TO_LIST })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCombobox) return
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move) {
      event.preventDefault()
      if (!isShown) {
        setTyped(input.current?.value ?? '')
        setOpen(true)
        return
      }
      // -1 is the search box itself: the arrow keys cycle through it.
      const places = suggestions.length + 1
      setActive(((active + 1 + move + places) % places) - 1)
    } else if (event.key === 'Escape') {
      if (isShown) close()
      else if (input.current) {
        input.current.value = ''
        setTyped('')
      }
      event.preventDefault()
    } else if (event.key === 'Home' || event.key === 'End') setActive(-1)
    else if (event.key === 'Enter') {
      const chosen = isShown ? suggestions[active] : undefined
      if (!chosen) return
      event.preventDefault()
      pick(chosen)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    close()
    setTyped('')
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string' && value.trim()) params.set(name, value.trim())
    if (!params.has('q') && !allowsEmpty) return
    if (hasSuggestions) rememberRecentSearch(params.get('q') ?? '')
    if (params.has('q') && !params.has('mode') && loadPlain()) params.set('plain', 'true')
    navigate(hrefOf(action, params), { state: TO_LIST })
  }
  const onFocus = () => {
    clearTimeout(closing.current)
    if (!hasSuggestions) return
    void loadSuggestions()
    // Shows the recent searches.
    if (!input.current?.value.trim()) setOpen(true)
  }
  const onBlur = (event: FocusEvent) => {
    if (event.target === input.current) closing.current = setTimeout(close, BLUR_DELAY_MS)
  }
  const listId = `${id}list`
  return (
    <Form
      method="get"
      action={action}
      role="search"
      autoComplete="off"
      onSubmit={onSubmit}
      className="search-box group/search"
      data-look={look}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="search-line">
        <label htmlFor={`${id}input`} className="contents">
          <Search aria-hidden className="search-icon" strokeWidth={1.6} />
          <span className="sr-only">{label}</span>
        </label>
        <input
          ref={input}
          id={`${id}input`}
          type={hasSuggestions ? 'text' : 'search'}
          inputMode="search"
          enterKeyHint="search"
          name="q"
          defaultValue={defaultValue}
          placeholder={isIntelligent ? 'Black linen dress under £80, size 12' : label}
          maxLength={MAX_TYPED}
          spellCheck={false}
          autoCapitalize="none"
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setOpen(true)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          {...(isCombobox && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isShown,
            'aria-controls': listId,
            'aria-activedescendant': isShown && active >= 0 ? `${listId}${active}` : undefined,
          })}
        />
        <ModeSwitch
          isHintShown={look === 'large'}
          mode={mode}
          onChange={setIntelligent}
          hasText={() => Boolean(input.current?.value.trim() && defaultValue)}
        />
        <button type="submit" className="search-submit" aria-label="Search">
          <ArrowRight aria-hidden size={look === 'large' ? 24 : 18} />
        </button>
      </div>
      {isCombobox && isOpen && (
        <Suspense>
          <SuggestionList
            isEmpty={typed.trim() === '' && !input.current?.value.trim()}
            q={typed.trim().length >= MIN_CHARACTERS && asked.length >= MIN_CHARACTERS ? asked : ''}
            listId={listId}
            active={active}
            onPick={pick}
            onHover={setActive}
            onAnswer={setSuggestions}
          />
        </Suspense>
      )}
      {hasSuggestions && (
        <p role="status" className="sr-only">
          {isShown
            ? `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys.`
            : ''}
        </p>
      )}
    </Form>
  )
}

/** Returns the link of an offer. */
function offerHref({ kind, value }: Pick<Offer, 'kind' | 'value'>): string {
  if (kind === 'product') return paths.product(value)
  if (kind === 'brand') return paths.discover({ brand: value })
  if (kind === 'category') return paths.discover({ category: value })
  if (kind === 'list') return paths.discover(Object.fromEntries(new URLSearchParams(value)))
  return paths.discover({ q: value })
}
