import { Link } from '@remix-run/react'
import type { SearchResult } from '#app/lib/api-types.ts'
import { discountPercent, formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

type Product = SearchResult['products'][number]
type Why = Product['why']

const LABELS: Record<keyof Why, string> = {
  picked: 'Picked by our editors',
  relevance: 'Relevance',
  freshness: 'Freshness',
  popularity: 'Popularity',
  stock: 'Stock',
  discount: 'Discount',
}

const points = (value: number) => (value < 0 ? `−${formatCount(-value)}` : formatCount(value))

/** From this relevance on, the words are mostly in the name. */
const IN_NAME = 900
const IN_TAGS = 500

/** What a factor's points say about the product. */
function reasonFor(key: keyof Why, product: Product): string | null {
  const value = product.why[key]
  switch (key) {
    case 'relevance':
      return `your words are ${value >= IN_NAME ? 'in the name or brand' : value >= IN_TAGS ? 'in tags or material, or close to the name' : 'in the description'}`
    case 'freshness':
      return value > 0 ? 'new' : 'not confirmed lately'
    case 'popularity':
      return 'often looked at'
    case 'stock':
      return value > 0 ? 'in stock' : 'sold out'
    case 'discount':
      return `${discountPercent(product.priceMinor, product.originalPriceMinor) ?? value}% off`
    case 'picked':
      return null
  }
}

/** Explains on a product's card why it is at this position. */
export function WhyHere({ product }: { product: Product }) {
  const { name, why } = product
  const id = `why-${product.id}`
  const factors = (Object.entries(LABELS) as Array<[keyof Why, string]>).filter(([key]) => why[key] !== 0)
  return (
    <>
      <button
        type="button"
        {...{ popovertarget: id }}
        aria-label={`Why is this here? ${name}`}
        title="Why is this here?"
        className="why-button"
      >
        <span aria-hidden>?</span>
      </button>
      <div id={id} {...{ popover: 'auto' }} className="why">
        <p className="font-display text-lg">Why is this here?</p>
        <dl>
          {factors.map(([key, label]) => {
            const reason = reasonFor(key, product)
            return (
              <div key={key}>
                <dt>
                  {label}
                  {reason && <span className="block text-[0.8125rem] text-text">{reason}</span>}
                </dt>
                <dd>{points(why[key])}</dd>
              </div>
            )
          })}
          <div>
            <dt>Total</dt>
            <dd>{points(Object.values(why).reduce((sum, value) => sum + value, 0))}</dd>
          </div>
        </dl>
        <Link to={paths.ranking()} className="link">
          How we rank
        </Link>
      </div>
    </>
  )
}
