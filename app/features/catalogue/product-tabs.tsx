import { shortId } from '#app/lib/short-id.ts'
import { returnsWords } from '#app/parts/partners/returns-words.ts'
import { Link } from '#app/components/link.tsx'
import { ReviewSummary } from './product-reviews.tsx'
import { useChoice } from './use-product-choice.ts'
import { chooseVariant, type Variant } from './variant-choice.ts'
import type { ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { withParams } from '#app/lib/search-params.ts'

const TABS = ['overview', 'details', 'shipping', 'reviews'] as const
type Tab = (typeof TABS)[number]
const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  details: 'Details',
  shipping: 'Shipping',
  reviews: 'Reviews',
}

/** Tabs that are links: the URL selects the open one. */
export function ProductTabs({ product, reviews }: { product: ProductDetail; reviews: ReviewsData | null }) {
  const params = useChoice()
  const open = TABS.find((tab) => tab === params.get('tab')) ?? 'overview'
  return (
    <section id="about" aria-label="About this product" className="mt-14 scroll-mt-32">
      <nav aria-label="About this product" className="flex gap-6 overflow-x-auto border-b border-line">
        {TABS.map((tab) => (
          <Link
            key={tab}
            to={withParams(params, { tab: tab === 'overview' ? undefined : tab })}
            replace
            preventScrollReset
            aria-current={tab === open ? 'true' : undefined}
            className={`inline-flex min-h-12 items-center border-b-2 text-sm whitespace-nowrap ${tab === open ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}
          >
            {LABELS[tab]}
            {tab === 'reviews' && reviews && reviews.count > 0 ? ` (${formatCount(reviews.count)})` : ''}
          </Link>
        ))}
      </nav>
      <div className="max-w-[68ch] py-7 leading-relaxed">
        {open === 'overview' && <Overview product={product} />}
        {open === 'details' && <Details product={product} />}
        {open === 'shipping' && <Shipping product={product} />}
        {open === 'reviews' && <ReviewSummary productId={product.id} reviews={reviews} />}
      </div>
    </section>
  )
}

function Overview({ product }: { product: ProductDetail }) {
  if (product.descriptionHtml) {
    // The HTML was sanitised when it was saved (products/parse-html.ts).
    return <div className="prose-store" dangerouslySetInnerHTML={{ __html: product.descriptionHtml }} />
  }
  return (
    <p className="whitespace-pre-line">
      {product.description || `${product.partner.businessName} has not added a description yet.`}
    </p>
  )
}

/**
 * Returns the chosen variant's SKU or, without one, the random end of the product's id. An id's first characters are a
 * timestamp, and stay the same for a whole day.
 */
function skuOf(product: ProductDetail, chosen: Variant | null): string {
  const { sku } = chosen ?? product.variants[0] ?? { sku: null }
  return sku ?? shortId(product.id).toUpperCase()
}

/** The maximum number of values in a line; a product may have 2,048. */
const MAX_LISTED = 100
const listed = (values: readonly string[], more: number): string =>
  values.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '')

function Details({ product }: { product: ProductDetail }) {
  const params = useChoice()
  const { chosen } = chooseVariant(product.variants, { colour: params.get('colour'), size: params.get('size') })
  const sizes = [...new Set(product.variants.flatMap(({ size }) => (size ? [size] : [])))]
  const rows: Array<[string, string]> = [
    ['Brand', product.brand.name],
    ['SKU', skuOf(product, chosen)],
    ['Size', listed(sizes.slice(0, MAX_LISTED), sizes.length - MAX_LISTED) || 'One size'],
    ['Category', product.category?.name ?? 'Uncategorized'],
    ['Currency', product.currency],
    ...(product.material ? [['Material', product.material] as [string, string]] : []),
    ...product.otherOptions.map(({ name, values, more }): [string, string] => [name, listed(values, more)]),
  ]
  return (
    <dl className="divide-y divide-line">
      {rows.map(([label, value]) => (
        <div key={label} className="grid grid-cols-[9rem_1fr] gap-4 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Shipping({ product: { partner } }: { product: ProductDetail }) {
  return (
    <div className="space-y-5">
      <p>
        {partner.shippingPolicy ||
          `${partner.businessName} sets its own delivery terms. Its store shows the cost and delivery time before you pay.`}
      </p>
      <p>
        {returnsWords(partner) || `${partner.businessName} sets its own returns policy. See its store for the terms.`}
      </p>
    </div>
  )
}
