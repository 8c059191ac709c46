import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatProducts } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { OTHER_LETTER } from '#server/search/brands.schema.ts'

type BrandList = RouterOutputs['search']['brands']

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const idOf = (letter: string) => `letter-${paramOf(letter)}`
/** Returns the letter for a URL, where '#' would begin a fragment. */
const paramOf = (letter: string) => (letter === OTHER_LETTER ? 'other' : letter.toLowerCase())

/** All brands by letter. A long list shows one letter at a time. */
export function BrandsPage({ letter, list }: { letter: string | undefined; list: BrandList }) {
  const isComplete = letter === undefined && list.totalPages === 1
  const groups = [...new Set(list.brands.map((brand) => brand.letter))].map((each) => ({
    letter: each,
    brands: list.brands.filter((brand) => brand.letter === each),
  }))
  return (
    <main id="content" className="page pb-24">
      <header className="grid items-end gap-x-12 gap-y-4 pt-[clamp(2rem,5vw,4.5rem)] pb-[clamp(1.5rem,4vw,3rem)] lg:grid-cols-[8fr_4fr]">
        <h1 className="text-(length:--text-hero) leading-[0.86] tracking-[-0.035em]">
          Brands <em>A to Z</em>
        </h1>
        <p className="text-lg text-muted tabular-nums lg:pb-2">
          {formatCount(list.total)} {list.total === 1 ? 'brand' : 'brands'}
          {letter !== undefined && (
            <>
              {' '}
              under {letter}.{' '}
              <Link to={paths.brands()} className="link text-text">
                Show all
              </Link>
            </>
          )}
        </p>
      </header>
      {list.letters.length === 0 ? (
        <EmptyState
          drawing="empty-store"
          title="No brands yet"
          action={
            <Link to={paths.stores()} className="button button-accent">
              Browse stores
            </Link>
          }
        >
          Brands appear here once they list a product.
        </EmptyState>
      ) : (
        <>
          <Letters letters={list.letters} current={letter} isComplete={isComplete} />
          <div className="mt-8 gap-x-14 md:columns-2 xl:columns-3">
            {groups.map((group) => (
              <section
                key={group.letter}
                aria-labelledby={idOf(group.letter)}
                className="mb-8 break-inside-avoid border-t border-line pt-3"
              >
                <h2 id={idOf(group.letter)} className="font-display text-4xl leading-none tracking-tight text-muted">
                  {group.letter}
                </h2>
                <ul className="mt-1">
                  {group.brands.map(({ slug, name, count }) => (
                    <li key={slug}>
                      <Link
                        to={paths.discover({ brand: slug })}
                        className="group flex min-h-11 items-baseline justify-between gap-4 py-2"
                      >
                        <span className="min-w-0 font-display text-2xl leading-tight wrap-anywhere decoration-accent decoration-1 underline-offset-6 group-hover:underline">
                          {name}
                        </span>
                        <span className="flex-none text-xs text-muted tabular-nums">{formatProducts(count)}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <Pagination
            page={list.page}
            totalPages={list.totalPages}
            hrefFor={(page) =>
              paths.brands({
                letter: letter === undefined ? undefined : paramOf(letter),
                page: page === 1 ? undefined : page,
              })
            }
          />
        </>
      )}
    </main>
  )
}

/** Links to the letters that have brands; anchors if the page has them all. */
function Letters({
  letters,
  current,
  isComplete,
}: {
  letters: BrandList['letters']
  current: string | undefined
  isComplete: boolean
}) {
  const there = new Set(letters.map(({ letter }) => letter))
  return (
    <nav aria-label="Letters" className="border-y border-line py-2">
      <ul className="-mx-2 flex flex-wrap">
        {[...ALPHABET, ...(there.has(OTHER_LETTER) ? [OTHER_LETTER] : [])].map((letter) => (
          <li key={letter}>
            {there.has(letter) ? (
              isComplete ? (
                <a href={`#${idOf(letter)}`} className="icon-button">
                  {letter}
                </a>
              ) : (
                <Link
                  to={paths.brands({ letter: paramOf(letter) })}
                  aria-current={letter === current ? 'true' : undefined}
                  className={`icon-button ${letter === current ? 'bg-raised text-accent' : ''}`}
                >
                  {letter}
                </Link>
              )
            ) : (
              <span aria-hidden className="icon-button pointer-events-none text-line">
                {letter}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
