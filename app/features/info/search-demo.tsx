import { Form, useLocation, useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useRef } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { EXAMPLE_SENTENCES } from '#app/parts/search-box/example-sentences.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { useLive } from '#app/lib/use-live.ts'

const DEMO_ID = 'demo'

type DemoResult = Pick<
  SearchResult,
  'products' | 'total' | 'conditions' | 'unknownWords' | 'relaxed' | 'corrections' | 'executionMs'
>

export interface SearchDemoProps {
  /** The search text: an example until the visitor types. */
  sentence: string
  /** Null if the search failed. */
  result: DemoResult | null
}

/** The shop's real search on its real products. Its state is in the URL (?demo=), so it works without JavaScript. */
export function SearchDemo({ sentence, result }: SearchDemoProps) {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const isBusy = navigation.state === 'loading' && navigation.location.pathname === pathname
  // Without JavaScript, the next page opens at the demo. With JavaScript, the page keeps its scroll position.
  const fragment = useLive() ? '' : `#${DEMO_ID}`
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = sentence
  }, [sentence])
  return (
    <section
      id={DEMO_ID}
      aria-labelledby="demo-heading"
      className="mt-[clamp(4rem,8vw,7rem)] border-y border-line bg-surface py-[clamp(3.5rem,7vw,6.5rem)] scroll-mt-(--header)"
    >
      <div className="page">
        <div className="grid gap-x-[clamp(2rem,5vw,6rem)] gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <h2 id="demo-heading" className="text-(length:--text-title) leading-[0.95] tracking-tight">
            Search in your own words
          </h2>
          <p className="max-w-[52ch] self-end text-muted">
            This is our real search across everything we list. Pick a sentence, change it or write your own.
          </p>
        </div>
        <Form
          method="get"
          action={`${paths.features()}${fragment}`}
          role="search"
          aria-label="Demo"
          preventScrollReset
          className="demo-form mt-10"
        >
          <label htmlFor="demo-field" className="sr-only">
            What are you looking for? Use your own words
          </label>
          <input
            ref={input}
            id="demo-field"
            name="demo"
            type="search"
            defaultValue={sentence}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            required
          />
          <button
            type="submit"
            aria-label="Search"
            className="button-accent grid size-13 flex-none place-items-center rounded-full transition-colors duration-180 ease-out"
          >
            <ArrowRight aria-hidden size={24} />
          </button>
        </Form>
        <ul aria-label="Examples" className="mt-5 flex flex-wrap gap-2">
          {EXAMPLE_SENTENCES.map(([, example]) => (
            <li key={example} className="max-w-full">
              <Link
                to={`${paths.features({ demo: example })}${fragment}`}
                preventScrollReset
                aria-current={example === sentence ? 'true' : undefined}
                className="demo-example"
              >
                {example}
              </Link>
            </li>
          ))}
        </ul>
        <div aria-busy={isBusy} className={`mt-12 transition-opacity duration-200 ${isBusy ? 'opacity-55' : ''}`}>
          {result ? (
            <Answer sentence={sentence} result={result} />
          ) : (
            <EmptyState
              headingLevel="h3"
              drawing="error"
              title="Search failed"
              action={
                <a href={`${paths.features({ demo: sentence })}#${DEMO_ID}`} className="button button-accent">
                  Try again
                </a>
              }
            >
              Something went wrong on our side. The rest of the page still works.
            </EmptyState>
          )}
        </div>
      </div>
    </section>
  )
}

function Answer({
  sentence,
  result: { conditions, unknownWords, relaxed, corrections, products, total, executionMs },
}: {
  sentence: string
  result: DemoResult
}) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 border-t border-line pt-6">
        <div>
          <h3 className="eyebrow font-sans">What we understood</h3>
          {conditions.length + unknownWords.length > 0 ? (
            <ul aria-label="What we understood" className="mt-3 flex flex-wrap gap-2">
              {conditions.map(({ param, value, label }) => (
                <li key={`${param} ${value}`} className="demo-chip">
                  {label}
                </li>
              ))}
              {unknownWords.map((word) => (
                <li
                  key={word}
                  title="Searched as text"
                  className="demo-chip border border-dashed border-muted bg-transparent italic"
                >
                  &ldquo;{word}&rdquo;
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-3 text-muted">No filters. We searched for every word as text.</p>
          )}
        </div>
        <p role="status" className="text-sm text-muted tabular-nums">
          {formatCount(total)} {total === 1 ? 'product' : 'products'} found in{' '}
          {executionMs < 1 ? 'less than 1' : Math.round(executionMs)} ms
        </p>
      </div>
      {(corrections.length > 0 || relaxed.length > 0) && (
        <div className="mt-4 text-sm text-muted">
          {corrections.map(({ typed, read }) => (
            <p key={typed}>
              Showing results for &ldquo;<strong className="text-text">{read}</strong>&rdquo; instead of &ldquo;{typed}
              &rdquo;.
            </p>
          ))}
          {relaxed.length > 0 && (
            <p>
              No exact match. Showing results without:{' '}
              {relaxed.map((label) => (
                <s key={label} className="mr-2">
                  {label}
                </s>
              ))}
            </p>
          )}
        </div>
      )}
      {total === 0 ? (
        <EmptyState
          headingLevel="h3"
          drawing="no-results"
          title="No Products Found"
          action={
            <Link to={paths.allProducts()} className="button button-quiet">
              Browse All Products
            </Link>
          }
        >
          We couldn&apos;t find any products matching &quot;{sentence}&quot;. Try different keywords.
        </EmptyState>
      ) : (
        <>
          <div className="product-grid mt-8 lg:grid-cols-4">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} headingLevel="h4" />
            ))}
          </div>
          <p className="mt-12 text-center">
            <Link to={paths.discover({ q: sentence, mode: 'intelligent' })} className="button button-quiet">
              {total === 1 ? 'View it in Discover' : `View all ${formatCount(total)} in Discover`}
            </Link>
          </p>
        </>
      )}
    </>
  )
}
