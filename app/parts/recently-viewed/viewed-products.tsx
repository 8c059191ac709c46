import { Link } from '#app/components/link.tsx'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { paths } from '#app/lib/paths.ts'
import { loadViewed, writeViewed, type RecentlyViewed } from './recently-viewed.ts'

const SHOWN = 6

/**
 * The products last viewed in this browser. Put it last on a page, because it appears late and must not shift anything.
 */
export function ViewedProducts({
  title,
  className = '',
  action,
}: {
  title: string
  className?: string
  /** Renders an action on the shown products. */
  action?: (productIds: string[]) => ReactNode
}) {
  const titleId = useId()
  const [viewed, setViewed] = useState<RecentlyViewed[]>([])
  const [cleared, setCleared] = useState<RecentlyViewed[] | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => setViewed(loadViewed()), [])
  // The pressed button is gone, so its opposite takes the focus.
  useEffect(() => undo.current?.focus(), [cleared])
  const replace = (entries: RecentlyViewed[], before: RecentlyViewed[] | null) => {
    writeViewed(entries)
    setViewed(entries)
    setCleared(before)
  }
  if (!viewed.length && !cleared) return null
  return (
    <section aria-labelledby={titleId} className={`mt-[clamp(4rem,8vw,7rem)] ${className}`}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h2 id={titleId} className="text-(length:--text-section) leading-none tracking-tight">
          {title}
        </h2>
        {viewed.length > 0 && (
          <div className="flex gap-6">
            {action?.(viewed.slice(0, SHOWN).map(({ id }) => id))}
            <button type="button" onClick={() => replace([], viewed)} className="link min-h-11 text-sm">
              Clear All
            </button>
          </div>
        )}
      </div>
      {cleared && (
        <p role="status" className="border-y border-line py-5 text-muted">
          Recently viewed items cleared.{' '}
          <button ref={undo} type="button" onClick={() => replace(cleared, null)} className="link min-h-11 text-text">
            Undo
          </button>
        </p>
      )}
      <ul className="grid grid-cols-2 gap-x-[clamp(0.75rem,1.6vw,1.75rem)] gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
        {viewed.slice(0, SHOWN).map(({ id, name, image, price, brand }) => (
          <li key={id} className="group relative min-w-0">
            {image ? (
              <img
                src={image}
                alt=""
                width={320}
                height={400}
                loading="lazy"
                className="aspect-[4/5] w-full rounded-sm bg-surface object-cover"
              />
            ) : (
              <div className="aspect-[4/5] rounded-sm bg-surface" />
            )}
            <p className="mt-3 truncate text-xs text-muted">{brand}</p>
            <h3 className="mt-0.5 line-clamp-2 font-sans text-[0.95rem] leading-snug font-medium">
              <Link
                to={paths.product(id)}
                prefetch="intent"
                className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
              >
                {name}
              </Link>
            </h3>
            <p className="mt-1 text-[0.95rem] tabular-nums">{price}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
