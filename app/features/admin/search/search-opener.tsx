import { Link } from '#app/components/link.tsx'
import Search from 'lucide-react/icons/search'
import { useEffect, useState, type MouseEvent } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { lazyPart } from '#app/lib/use-part.ts'

const SearchPalette = lazyPart(() => import('./search-palette.tsx'))

/** Opens the admin search on click, '/' or Ctrl/Cmd+K. A link to its page without JavaScript. */
export function SearchOpener({ isNarrow }: { isNarrow: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const onKey = useEvent((event: KeyboardEvent) => {
    const isK = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    if (!isK && !isSlash) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link
        to={adminPaths.adminSearch()}
        onClick={onClick}
        aria-keyshortcuts="/ Control+K"
        title={isNarrow ? 'Search' : undefined}
        className="flex h-10 shrink-0 items-center gap-3 rounded-md border border-line px-3 text-sm text-muted hover:border-muted hover:text-text max-md:mb-2 max-md:h-11 md:mb-3"
      >
        <Search aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
        <span className={isNarrow ? 'md:sr-only' : ''}>Search</span>
        <kbd aria-hidden className={`ml-auto font-sans text-xs needs-script ${isNarrow ? 'md:hidden' : ''}`}>
          /
        </kbd>
      </Link>
      {isOpen && <SearchPalette onClose={() => setOpen(false)} onMissing={() => setOpen(false)} />}
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)
