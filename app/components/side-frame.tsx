import { Form, NavLink, useLocation } from '@remix-run/react'
import { Link } from './link.tsx'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import MoveLeft from 'lucide-react/icons/move-left'
import PanelLeft from 'lucide-react/icons/panel-left'
import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { HomeMark } from './home-mark.tsx'
import { SkipLink } from './skip-link.tsx'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

export interface SideEntry {
  name: string
  to: string
  icon: LucideIcon
  /** True if sub-pages do not belong to this entry. */
  isExact?: boolean
  /** A second URL prefix that belongs to this entry. */
  also?: string
  /** The number of waiting items; hidden if zero. */
  count?: number
}

interface SideFrameProps {
  /** The navigation's accessible name. */
  label: string
  /** A group without a name has no heading. */
  groups: ReadonlyArray<{ name?: string; entries: readonly SideEntry[] }>
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  /** Content below our name, such as a search box. */
  top?: (isFolded: boolean) => ReactNode
  /** The signed-in user's name and role. */
  who: { name: string; role: string }
  children: ReactNode
}

const entryLook =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm text-muted transition-colors hover:bg-surface hover:text-text aria-[current]:bg-surface aria-[current]:text-text max-md:h-11'

/** The layout of a tool: a sidebar that folds to icons, or a menu above the page on phones. */
export function SideFrame({ label, groups, isFolded, onFold, top, who, children }: SideFrameProps) {
  const word = isFolded ? 'md:sr-only' : 'truncate'
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <SkipLink />
      <aside
        className={`flex shrink-0 flex-col border-line px-3 max-md:border-b md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:py-4 ${isFolded ? 'md:w-16 md:px-2' : 'md:w-58'}`}
      >
        <div className="flex items-center justify-between md:mb-4">
          <HomeMark className={isFolded ? 'px-3 md:hidden' : 'px-3'} />
          <button
            type="button"
            onClick={() => onFold(!isFolded)}
            aria-expanded={!isFolded}
            aria-controls="frame-entries"
            aria-label="Sidebar with names"
            className={`icon-button needs-script text-muted hover:text-text max-md:hidden ${isFolded ? 'mx-auto' : ''}`}
          >
            <PanelLeft aria-hidden size={18} strokeWidth={1.6} />
          </button>
        </div>
        {top?.(isFolded)}
        <CompactMenu>
          <nav id="frame-entries" aria-label={label} className="flex flex-col gap-1">
            {groups.map(({ name, entries }, index) => (
              <div key={name ?? index} className="flex flex-col gap-1">
                {name && (
                  <p
                    className={`eyebrow mt-3 px-3 pb-1 ${isFolded ? 'md:h-px md:overflow-hidden md:border-t md:border-line md:p-0 md:text-transparent' : ''}`}
                  >
                    {name}
                  </p>
                )}
                {entries.map((entry) => (
                  <Entry key={entry.to} {...entry} word={word} isFolded={isFolded} />
                ))}
              </div>
            ))}
          </nav>
          <div className="flex flex-col gap-1 max-md:mt-2 max-md:border-t max-md:border-line max-md:pt-2 md:mt-auto md:pt-4">
            <Link to={paths.home()} className={entryLook} title={isFolded ? 'Back to WTF' : undefined}>
              <MoveLeft aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
              <span className={word}>Back to WTF</span>
            </Link>
            <Form method="post" action={paths.logout()}>
              <button type="submit" className={entryLook} title={isFolded ? 'Sign out' : undefined}>
                <LogOut aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
                <span className={word}>Sign out</span>
              </button>
            </Form>
            <p className={`mt-3 border-t border-line px-3 pt-4 text-sm max-md:pb-3 ${isFolded ? 'md:sr-only' : ''}`}>
              <span className="block truncate font-medium">{who.name}</span>
              <span className="block text-xs text-muted">{who.role}</span>
            </p>
          </div>
        </CompactMenu>
      </aside>
      <main id="content" className="min-w-0 grow px-[clamp(1rem,3.5vw,3rem)] pt-6 pb-20 md:pt-8">
        <div className="mx-auto max-w-360">{children}</div>
      </main>
    </div>
  )
}

function Entry({
  name,
  to,
  icon: Icon,
  isExact = false,
  also,
  count = 0,
  word,
  isFolded,
}: SideEntry & { word: string; isFolded: boolean }) {
  const { pathname } = useLocation()
  const isAlso = also !== undefined && pathname.startsWith(also)
  return (
    <NavLink
      to={to}
      end={isExact}
      prefetch="intent"
      aria-current={isAlso ? 'true' : undefined}
      className={`${entryLook} ${isAlso ? 'bg-surface text-text' : ''} relative`}
      title={isFolded ? name : undefined}
    >
      <Icon aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
      <span className={word}>{name}</span>
      {count > 0 && (
        <span
          className={`ml-auto text-xs text-accent tabular-nums ${isFolded ? 'md:absolute md:top-0.5 md:right-0.5 md:ml-0 md:text-[0.625rem]' : ''}`}
        >
          {formatCount(count)}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </NavLink>
  )
}

/** A menu on phones that closes on navigation; on wider screens, just its content. */
function CompactMenu({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  return (
    <>
      <button
        type="button"
        onClick={() => setOpenAt(isOpen ? null : pathname)}
        aria-expanded={isOpen}
        className={`${entryLook} needs-script md:hidden`}
      >
        <Menu aria-hidden size={18} strokeWidth={1.6} /> Menu
      </button>
      <div className={`flex-col pb-2 md:flex md:min-h-0 md:grow md:pb-0 ${isOpen ? 'flex' : 'hidden no-script-menu'}`}>
        {children}
      </div>
    </>
  )
}
