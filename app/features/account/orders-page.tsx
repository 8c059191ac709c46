import { Link } from '#app/components/link.tsx'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { LeftStoreData } from '#app/lib/api-types.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const TITLE = 'Order Tracking Coming Soon'
const WHY =
  "You buy in each brand's own store. Until we can show your orders here, use the store's emails to track your parcel."

/**
 * Lists the stores that the viewer visited through us, because orders belong to the stores.
 * @param props.reviewable the products that the viewer may review
 */
export function OrdersPage({ stores, reviewable }: { stores: LeftStoreData[]; reviewable: string[] }) {
  const toWishlist = (
    <Link to={paths.wishlist()} className="button button-accent">
      View Wishlist
    </Link>
  )
  if (!stores.length)
    return (
      <main id="content" className="page">
        <EmptyState headingLevel="h1" drawing="empty-store" title={TITLE} action={toWishlist}>
          {WHY} When you visit a store from WTF, it appears on this page for 30 days with the products you went to see.
        </EmptyState>
      </main>
    )
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto max-w-3xl">
        <h1 className="mt-[clamp(2.5rem,6vw,5rem)] text-(length:--text-section) leading-none tracking-tight">
          {TITLE}
        </h1>
        <p className="mt-4 max-w-xl text-muted">{WHY}</p>
        <div className="mt-6">{toWishlist}</div>
        <section aria-labelledby="left-stores" className="mt-16">
          <h2 id="left-stores" className="text-3xl leading-none tracking-tight">
            Stores you&apos;ve visited
          </h2>
          <p className="mt-3 text-muted">
            The stores you visited from WTF in the last 30 days, and the products you viewed.
          </p>
          {stores.map((store) => (
            <LeftStore key={store.partnerId} {...store} reviewable={reviewable} />
          ))}
        </section>
      </div>
    </main>
  )
}

function LeftStore({
  partnerId,
  businessName,
  isOpen,
  products,
  reviewable,
}: LeftStoreData & { reviewable: string[] }) {
  return (
    <section aria-labelledby={`store-${partnerId}`} className="mt-10">
      <h3 id={`store-${partnerId}`} className="text-2xl wrap-anywhere">
        {isOpen ? (
          <Link to={paths.brand(partnerId)} className="link">
            {businessName}
          </Link>
        ) : (
          businessName
        )}
      </h3>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {products.map(({ productId, name, clickedAt, priceMinor, currency, card }) => (
          <li key={productId} className="flex items-center gap-4 py-4">
            <div className="w-14 shrink-0">
              {card?.pictures[0] ? (
                <Picture picture={card.pictures[0]} sizes="56px" maxWidth={320} alt="" className="rounded-xs" />
              ) : (
                <div className="aspect-[4/5] rounded-xs bg-surface" />
              )}
            </div>
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                {card ? (
                  <Link to={paths.product(productId)} className="link inline-flex min-h-11 items-center">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </p>
              <p className="text-sm text-muted tabular-nums">
                {formatMoney(priceMinor, currency)} on {formatDate(clickedAt)}
                {!card && ', no longer listed'}
              </p>
              {card && reviewable.includes(productId) && (
                <Link to={paths.writeReview(productId)} className="link inline-flex min-h-11 items-center text-sm">
                  Write a review<span className="sr-only"> of {name}</span>
                </Link>
              )}
            </div>
            {card && (
              <a
                href={paths.go(productId, { surface: 'orders' })}
                target="_blank"
                rel="sponsored noopener"
                aria-label={`${name} at ${businessName}`}
                className="icon-button shrink-0"
              >
                <ArrowUpRight aria-hidden size={20} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SignedOutOrders() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="empty-store"
        title="Sign in to view orders"
        action={
          <Link to={paths.login({ redirectTo: paths.orders() })} className="button button-accent">
            Sign In
          </Link>
        }
      >
        Sign in to see the stores you visited from WTF in the last 30 days.
      </EmptyState>
    </main>
  )
}
