import { Link } from '#app/components/link.tsx'
import ScanSearch from 'lucide-react/icons/scan-search'
import { HangerLine } from './hanger-line.tsx'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { EXAMPLE_SENTENCES } from '#app/parts/search-box/example-sentences.ts'
import { ViewedProducts } from '#app/parts/recently-viewed/viewed-products.tsx'
import { paths } from '#app/lib/paths.ts'
import { tastePaths } from '#app/lib/taste-paths.ts'
import { useSearchFocus } from '#app/parts/search-box/use-search-focus.ts'

/** Higher counts are shown as '10+'. */
const COUNTED_TO = 10

/** Discover without a search. */
export function DiscoverHome({ popular }: { popular: RouterOutputs['search']['popular'] }) {
  const box = useSearchFocus()
  return (
    <main id="content" className="searches-itself pb-24">
      <section className="page pt-[clamp(2.5rem,7vw,6rem)]">
        <h1 className="text-(length:--text-hero) leading-[0.86] tracking-[-0.035em]">Discover</h1>
        <div ref={box} className="relative mt-[clamp(2.5rem,6vw,5rem)]">
          <SearchBox look="large" label="What are you looking for?" action={paths.discover()} hasSuggestions />
          <HangerLine />
        </div>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to={paths.pictureSearch()} prefetch="intent" className="button button-quiet min-h-12 px-6">
            <ScanSearch aria-hidden size={19} /> By picture or colour
          </Link>
          <Link to={tastePaths.forYou()} prefetch="intent" className="button button-quiet min-h-12 px-6">
            For you
          </Link>
        </p>
      </section>
      <div className="page mt-[clamp(4rem,8vw,7rem)] grid gap-x-[clamp(2rem,6vw,7rem)] gap-y-16 lg:grid-cols-[5fr_6fr]">
        {popular.length > 0 && (
          <section>
            <h2 className="eyebrow font-sans">Trending Now</h2>
            <ol className="mt-4 border-t border-line">
              {popular.map(({ query, searches, kind }, index) => (
                <li key={query} className="border-b border-line">
                  <Link
                    to={paths.discover(kind === 'brand' ? { brand: query } : { q: query })}
                    prefetch="intent"
                    className="group flex items-baseline gap-4 py-3"
                  >
                    <span aria-hidden className="w-6 shrink-0 text-xs text-muted tabular-nums">
                      {String(index + 1).padStart(2, '0')}
                    </span>
                    <span className="min-w-0 grow font-display text-[clamp(1.6rem,2.6vw,2.4rem)] leading-tight wrap-anywhere decoration-accent decoration-1 underline-offset-6 group-hover:underline">
                      {query}
                    </span>
                    {kind === 'search' && (
                      <span className="shrink-0 text-xs text-muted tabular-nums">
                        {searches > COUNTED_TO ? `${COUNTED_TO}+` : searches} searches
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ol>
          </section>
        )}
        <section>
          <h2 className="eyebrow font-sans">Search tips</h2>
          <p className="mt-4 max-w-[46ch] text-muted">
            Switch to Intelligent and describe what you want. We turn the sentence into filters that you can see and
            remove one by one.
          </p>
          <ul className="mt-6 space-y-7">
            {EXAMPLE_SENTENCES.map(([tip, sentence]) => (
              <li key={sentence}>
                <p className="text-sm text-muted">{tip}</p>
                <Link
                  to={paths.discover({ q: sentence, mode: 'intelligent' })}
                  className="mt-1 inline-block min-h-11 max-w-[26ch] font-display text-[clamp(1.5rem,2.4vw,2.1rem)] leading-[1.12] italic decoration-accent decoration-1 underline-offset-6 hover:underline"
                >
                  &ldquo;{sentence}&rdquo;
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-8 text-sm text-muted">
            Nobody can pay for a place in our lists.{' '}
            <Link to={paths.ranking()} className="link text-text">
              How we rank
            </Link>
          </p>
        </section>
      </div>
      <ViewedProducts title="Continue Shopping" className="page" />
    </main>
  )
}
