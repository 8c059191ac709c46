import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

const ID = 'why-these'

const ORDERS: Record<SearchResult['sort'], string> = {
  featured: '',
  newest: 'Newest first.',
  price_asc: 'Cheapest first.',
  price_desc: 'Most expensive first.',
  name_asc: 'By name, from A to Z.',
  name_desc: 'By name, from Z to A.',
}
const FEATURED = 'Our editors’ picks come first, then newer, popular, in-stock and reduced items.'
const FEATURED_SEARCH = 'Matches in the name or brand come first, then newer, popular, in-stock and reduced items.'

const FEATURED_ALIKE =
  'The closest matches come first: by colours and how much they cover, then by pattern and outline.'

/** Explains what all products of a list have in common, and their order. */
export function WhyThese({ result: { conditions, filters, sort } }: { result: SearchResult }) {
  const labels = conditions.map(({ label }) => label)
  return (
    <>
      <button type="button" {...{ popovertarget: ID }} className="why-button link">
        Why these?
      </button>
      <div id={ID} {...{ popover: 'auto' }} className="why">
        <p className="font-display text-lg">Why these?</p>
        <p>
          {labels.length > 0 ? (
            <>
              All of these match: <strong>{labels.join(', ')}</strong>.
            </>
          ) : filters.q ? (
            <>
              All of these mention: <strong>{filters.q}</strong>.
            </>
          ) : (
            'Everything our partners list here.'
          )}
        </p>
        <p>
          {ORDERS[sort] || (filters.looksLike ? FEATURED_ALIKE : filters.q ? FEATURED_SEARCH : FEATURED)} Sold-out
          products come last.
        </p>
        <Link to={paths.ranking()} className="link">
          How we rank
        </Link>
      </div>
    </>
  )
}
