import { Link } from '@remix-run/react'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

type Why = SearchResult['products'][number]['why']

const LABELS: Record<keyof Why, string> = {
  picked: 'Picked by our editors', relevance: 'Relevance', freshness: 'Freshness', popularity: 'Popularity', stock: 'Stock', discount: 'Discount',
}

const points = (value: number) => (value < 0 ? `−${formatCount(-value)}` : formatCount(value))

/** What put a product in its place, a touch away on its card. */
export function WhyHere({ productId, name, why }: { productId: string; name: string; why: Why }) {
  const id = `why-${productId}`
  const factors = (Object.entries(LABELS) as Array<[keyof Why, string]>).filter(([key]) => why[key] !== 0)
  return (
    <>
      <button type="button" {...{ popovertarget: id }} aria-label={`Why is this here? ${name}`} title="Why is this here?" className="why-button"><span aria-hidden>?</span></button>
      <div id={id} {...{ popover: 'auto' }} className="why">
        <p className="font-display text-lg">Why is this here?</p>
        <dl>
          {factors.map(([key, label]) => <div key={key}><dt>{label}</dt><dd>{points(why[key])}</dd></div>)}
          <div><dt>Total</dt><dd>{points(Object.values(why).reduce((sum, value) => sum + value, 0))}</dd></div>
        </dl>
        <Link to={paths.ranking()} className="link">How we rank</Link>
      </div>
    </>
  )
}
