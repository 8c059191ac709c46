import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveFocus } from './move-focus.ts'
import { MenuFailed, PanelSkeleton } from './menu-states.tsx'
import { useCategoryMenu } from './use-category-menu.ts'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { TrpcProvider } from '#app/lib/trpc.tsx'

type MenuCategory = RouterOutputs['search']['menu'][number]

/** The pointer crosses other categories on its way to the side panel, so hovering opens them after a delay. */
const INTENT_MS = 70
const SHOWN_AT_FIRST = 8

export function CategoryPanel(props: { takesFocus: boolean }) {
  return (
    <TrpcProvider>
      <Panel {...props} />
    </TrpcProvider>
  )
}

function Panel({ takesFocus }: { takesFocus: boolean }) {
  const { categories, hasFailed, retry } = useCategoryMenu()
  const [active, setActive] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const intent = useRef<ReturnType<typeof setTimeout>>()
  const isThere = categories !== undefined
  useEffect(() => () => clearTimeout(intent.current), [])
  useEffect(() => {
    if (takesFocus && isThere) root.current?.querySelector<HTMLElement>('[data-column] a')?.focus()
  }, [takesFocus, isThere])
  if (hasFailed) return <MenuFailed onRetry={retry} />
  if (!categories) return <PanelSkeleton />

  const show = (slug: string) => {
    clearTimeout(intent.current)
    setActive(slug)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (root.current && moveFocus(root.current, event.key)) event.preventDefault()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys also move between the links
    <div ref={root} className="category-panel" onKeyDown={onKeyDown}>
      <div>
        <p className="eyebrow">Shop by Category</p>
        <ul data-column="categories" className="mt-3">
          {categories.map(({ slug, name, count }) => (
            <li key={slug}>
              <Link
                to={paths.discover({ category: slug })}
                data-active={slug === active || undefined}
                onFocus={() => show(slug)}
                onPointerEnter={() => {
                  clearTimeout(intent.current)
                  intent.current = setTimeout(() => setActive(slug), INTENT_MS)
                }}
                onPointerLeave={() => clearTimeout(intent.current)}
                className="category-name"
              >
                <span>{name}</span> <Count of={count} />
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-3">
          <Link to={paths.allProducts()} className="category-all">
            Shop All Products <ArrowRight aria-hidden size={17} />
          </Link>
        </p>
      </div>
      <div className="category-side">
        {active === null ? (
          <Beginning categories={categories} />
        ) : (
          <Side category={categories.find(({ slug }) => slug === active)} />
        )}
      </div>
    </div>
  )
}

/** Shown until the pointer is on a category. */
function Beginning({ categories }: { categories: MenuCategory[] }) {
  const largest = categories
    .filter(({ picture }) => picture)
    .sort((a, b) => b.count - a.count)
    .slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <p className="font-display text-2xl text-muted italic">Hover over a category to explore subcategories</p>
      {/* Decorative, because the list has the same links. It is as high as a category's panel, because the menu
          must not change its height under the pointer. */}
      <div
        aria-hidden
        className="mt-7 grid max-w-2xl grid-cols-2 gap-4 lg:grid-cols-4 max-lg:[&>:nth-child(n+5)]:hidden"
      >
        {largest.map(({ slug, name, picture }) => (
          <Link key={slug} to={paths.discover({ category: slug })} tabIndex={-1} className="group block">
            {picture && <Picture picture={picture} alt="" sizes="16rem" maxWidth={480} className="category-picture" />}
            <span className="mt-2 block text-sm text-muted group-hover:text-text">{name}</span>
          </Link>
        ))}
      </div>
    </>
  )
}

function Side({ category }: { category: MenuCategory | undefined }) {
  if (!category) return <p className="font-display text-2xl text-muted italic">Category not found</p>
  const { slug, name, count, picture, subcategories } = category
  return (
    <div
      key={slug}
      className="grid h-full grid-cols-1 gap-[clamp(1.5rem,3vw,4rem)] lg:grid-cols-[minmax(15rem,1fr)_minmax(0,25rem)]"
    >
      <div className="flex flex-col items-start">
        <p className="text-(length:--text-section) font-display leading-none tracking-tight">{name}</p>
        {subcategories.length ? (
          <ul data-column="subcategories" aria-label={name} className="mt-5 w-full">
            {subcategories.map((sub) => (
              <li key={sub.slug}>
                <Link
                  to={paths.discover({ category: sub.slug })}
                  className="flex items-baseline justify-between gap-4 border-b border-line py-[0.65rem] hover:border-accent"
                >
                  {sub.name} <Count of={sub.count} />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-5 text-muted">No subcategories available</p>
        )}
        <p data-column="all" className="mt-auto pt-6">
          <Link to={paths.discover({ category: slug })} className="button button-accent">
            View All {name}
          </Link>
        </p>
        <p className="mt-3 text-sm text-muted tabular-nums">
          {formatCount(count)} {count === 1 ? 'product' : 'products'}
        </p>
      </div>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="24rem"
          maxWidth={640}
          className="category-picture animate-appear max-lg:hidden"
        />
      )}
    </div>
  )
}

function Count({ of }: { of: number }) {
  return (
    <span className="category-count">
      {formatCount(of)}
      <span className="sr-only"> {of === 1 ? 'product' : 'products'}</span>
    </span>
  )
}
