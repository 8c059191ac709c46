import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef } from 'react'
import { ListSkeleton, MenuFailed } from './menu-states.tsx'
import { useCategoryMenu } from './use-category-menu.ts'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { TrpcProvider } from '#app/lib/trpc.tsx'

type MenuCategory = RouterOutputs['search']['menu'][number]

interface DrillProps {
  /** The slug of the open category. */
  open: string | null
  onOpen: (slug: string) => void
  onBack: () => void
}

export function CategoryDrill(props: DrillProps) {
  return (
    <TrpcProvider>
      <Drill {...props} />
    </TrpcProvider>
  )
}

/** Two levels, one at a time: the categories, then the contents of the chosen one. The focus follows. */
function Drill({ open, onOpen, onBack }: DrillProps) {
  const { categories, hasFailed, retry } = useCategoryMenu()
  const root = useRef<HTMLDivElement>(null)
  const left = useRef<string | null>(null)
  useEffect(() => {
    const row =
      open === null && left.current !== null
        ? root.current?.querySelector<HTMLElement>(`[data-slug="${CSS.escape(left.current)}"]`)
        : null
    const target = row ?? root.current?.querySelector<HTMLElement>('[data-back]')
    target?.focus()
    left.current = open
  }, [open])
  return (
    <div ref={root} className="flex grow flex-col">
      <button
        type="button"
        data-back
        onClick={onBack}
        className="-ml-1 inline-flex min-h-12 items-center self-start px-1 text-muted"
      >
        ← Back
      </button>
      {hasFailed ? (
        <MenuFailed onRetry={retry} />
      ) : !categories ? (
        <ListSkeleton />
      ) : open === null ? (
        <TopLevel categories={categories} onOpen={onOpen} />
      ) : (
        <SecondLevel key={open} category={categories.find(({ slug }) => slug === open)} />
      )}
    </div>
  )
}

function TopLevel({ categories, onOpen }: { categories: MenuCategory[]; onOpen: (slug: string) => void }) {
  return (
    <div className="animate-drill">
      <p className="eyebrow mt-3">Shop by Category</p>
      <ul className="mt-3">
        {categories.map(({ slug, name, count, picture }) => (
          <li key={slug} className="border-b border-line">
            <button type="button" data-slug={slug} onClick={() => onOpen(slug)} className="drill-row">
              <span className="h-13.75 w-11 flex-none overflow-hidden rounded-xs bg-surface">
                {picture && (
                  <Picture
                    picture={picture}
                    alt=""
                    sizes="3rem"
                    maxWidth={160}
                    className="h-full w-full object-cover"
                  />
                )}
              </span>
              <span className="grow">{name}</span>
              <span className="category-count">
                {formatCount(count)}
                <span className="sr-only"> products</span>
              </span>
              <ChevronRight aria-hidden size={18} className="text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={paths.allProducts()} className="category-all min-h-14">
          Shop All Products <ArrowRight aria-hidden size={18} />
        </Link>
      </p>
    </div>
  )
}

function SecondLevel({ category }: { category: MenuCategory | undefined }) {
  if (!category) return <p className="mt-6 font-display text-2xl text-muted italic">Category not found</p>
  const { slug, name, picture, subcategories } = category
  return (
    <div className="animate-drill">
      <div className="mt-3 flex items-end justify-between gap-5">
        <p className="font-display text-5xl leading-none tracking-tight wrap-anywhere">{name}</p>
        {picture && (
          <div className="w-24 shrink-0">
            <Picture picture={picture} alt="" sizes="6rem" maxWidth={320} className="category-picture" />
          </div>
        )}
      </div>
      {subcategories.length > 0 ? (
        <ul className="mt-6 border-t border-line">
          {subcategories.map((sub) => (
            <li key={sub.slug} className="border-b border-line">
              <Link to={paths.discover({ category: sub.slug })} className="drill-row min-h-14">
                <span className="grow">{sub.name}</span>
                <span className="category-count">
                  {formatCount(sub.count)}
                  <span className="sr-only"> {sub.count === 1 ? 'product' : 'products'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-6 text-muted">No subcategories available</p>
      )}
      <p className="mt-8">
        <Link to={paths.discover({ category: slug })} className="button button-accent w-full">
          View All {name}
        </Link>
      </p>
    </div>
  )
}
