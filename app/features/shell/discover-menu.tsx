import { NavLink, useLocation } from '@remix-run/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { MenuFailed, PanelSkeleton } from './menu-states.tsx'
import { paths } from '#app/lib/paths.ts'
import { usePart } from '#app/lib/use-part.ts'
import { frameOf } from '#server/site/addresses.values.ts'

const PANEL_ID = 'category-menu'
const CLOSE_DELAY_MS = 150
const loadPanel = () => import('./category-panel.tsx').then(({ CategoryPanel }) => CategoryPanel)

/** 'hovered' closes when the pointer leaves; 'pinned' stays until it is closed. */
type Opening = 'closed' | 'hovered' | 'pinned'

/**
 * The Discover link, which opens the categories on hover. On Discover's own pages, a click opens them. The arrow beside
 * it opens them everywhere, also by keyboard and touch.
 */
export function DiscoverMenu() {
  const { pathname, key } = useLocation()
  const isOnDiscover = frameOf(pathname).tab === 'search'
  const [opening, setOpening] = useState<Opening>('closed')
  const [isNear, setNear] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const arrow = useRef<HTMLButtonElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>()
  const isOpen = opening !== 'closed'
  const { Part, hasFailed, retry } = usePart(loadPanel, isOpen || isNear)

  useEffect(() => setOpening('closed'), [key])
  useEffect(() => () => clearTimeout(closing.current), [])
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (root.current?.contains(document.activeElement)) arrow.current?.focus()
      setOpening('closed')
    }
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpening('closed')
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOpen])

  /** Opens or closes the menu. If hovering has opened it, the first press pins it and the second closes it. */
  const toggle = () => {
    clearTimeout(closing.current)
    setTakesFocus(false)
    setOpening(opening === 'pinned' ? 'closed' : 'pinned')
  }
  const onLinkClick = (event: MouseEvent) => {
    if (!isOnDiscover || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    toggle()
  }
  const onArrowDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setTakesFocus(true)
    setOpening('pinned')
  }
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    clearTimeout(closing.current)
    setNear(true)
    if (pointerType !== 'mouse' || isOnDiscover || isOpen) return
    setTakesFocus(false)
    setOpening('hovered')
  }
  const onPointerLeave = () => {
    if (opening === 'hovered') closing.current = setTimeout(() => setOpening('closed'), CLOSE_DELAY_MS)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpening('closed')
  }
  const expands = { 'aria-expanded': isOpen, 'aria-controls': isOpen ? PANEL_ID : undefined }
  return (
    <div
      ref={root}
      className="flex h-full items-center"
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onBlur={onBlur}
      onFocus={() => setNear(true)}
    >
      <NavLink
        to={paths.allProducts()}
        onClick={onLinkClick}
        onKeyDown={onArrowDown}
        className="nav-link"
        {...(isOnDiscover && expands)}
      >
        Discover
      </NavLink>
      <button
        ref={arrow}
        type="button"
        onClick={toggle}
        onKeyDown={onArrowDown}
        aria-label="Shop by Category"
        {...expands}
        className="needs-script menu-arrow"
      >
        <ChevronDown aria-hidden size={16} />
      </button>
      {isOpen && (
        <section id={PANEL_ID} aria-label="Shop by Category" className="category-menu">
          <div className="page">
            {hasFailed ? <MenuFailed onRetry={retry} /> : Part ? <Part takesFocus={takesFocus} /> : <PanelSkeleton />}
          </div>
        </section>
      )}
    </div>
  )
}
