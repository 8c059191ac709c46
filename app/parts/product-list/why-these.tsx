import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

const ID = 'why-these'

const ORDERS: Record<SearchResult['sort'], string> = {
  featured: '',
  newest: 'The newest come first.',
  price_asc: 'The cheapest come first.',
  price_desc: 'The dearest come first.',
  name_asc: 'By name, from A to Z.',
  name_desc: 'By name, from Z to A.',
}
const FEATURED =
  'What was listed lately, is looked at often, is in stock or is reduced comes first, and what our editors picked before that.'
const FEATURED_SEARCH =
  'What has your words in its name or brand comes first; then count how new it is, how often it is looked at, stock and reductions.'

const FEATURED_ALIKE =
  'What looks most like it comes first: its colours and how much of the piece they cover, then its pattern and its outline.'

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
              Each of them is: <strong>{labels.join(', ')}</strong>.
            </>
          ) : filters.q ? (
            <>
              Each of them has: <strong>{filters.q}</strong>.
            </>
          ) : (
            'Everything that our partners sell here.'
          )}
        </p>
        <p>
          {ORDERS[sort] || (filters.looksLike ? FEATURED_ALIKE : filters.q ? FEATURED_SEARCH : FEATURED)} What is sold
          out comes last.
        </p>
        <Link to={paths.ranking()} className="link">
          How we rank
        </Link>
      </div>
    </>
  )
}
