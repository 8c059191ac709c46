import { Link } from '@remix-run/react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { ProductCardData } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { wishlist } from '#app/parts/wishlist/wishlist.ts'

/** The saved products, newest first. Emptying a heart here keeps its card, so that it can be undone. */
export function WishlistPage({
  products,
  page,
  totalPages,
  total,
}: {
  products: ProductCardData[]
  page: number
  totalPages: number
  total: number
}) {
  const pressed = wishlist.pressed.use()
  const count = total - products.filter(({ id }) => pressed.get(id) === false).length
  if (!products.length) {
    return (
      <main id="content" className="page">
        <EmptyState
          headingLevel="h1"
          drawing="empty-store"
          title="Your wishlist is empty"
          action={
            <Link to={paths.allProducts()} className="button button-accent">
              Start Shopping
            </Link>
          }
        >
          Press the heart on what you like. It waits for you here.
        </EmptyState>
      </main>
    )
  }
  return (
    <main id="content" className="page pb-24">
      <div className="mt-[clamp(2.5rem,6vw,5rem)] mb-[clamp(2rem,4vw,3.5rem)] flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <h1 className="text-(length:--text-title) leading-none tracking-[-0.02em]">My Wishlist</h1>
        <p className="text-muted tabular-nums" aria-live="polite">
          {formatCount(count)} {count === 1 ? 'item' : 'items'}
        </p>
      </div>
      <div className="product-grid">
        {products.map((product, index) => (
          <div key={product.id} className="relative" data-removed={pressed.get(product.id) === false || undefined}>
            <ProductCard product={product} isPriority={index < 4} headingLevel="h2" />
            {pressed.get(product.id) === false && (
              <p className="pointer-events-none absolute inset-x-0 top-0 grid aspect-[4/5] place-items-center p-4 text-center font-display text-xl leading-tight text-balance italic">
                <span>Removed. The heart brings it back.</span>
              </p>
            )}
          </div>
        ))}
      </div>
      <Pagination page={page} totalPages={totalPages} hrefFor={(number) => paths.wishlist({ page: number })} />
    </main>
  )
}

export function SignedOutWishlist() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="empty-store"
        title="Sign in to view your wishlist"
        action={
          <Link to={paths.login({ redirectTo: paths.wishlist() })} className="button button-accent">
            Sign In
          </Link>
        }
      >
        What you save belongs to your account, and is there on every device.
      </EmptyState>
    </main>
  )
}
