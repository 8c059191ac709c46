import { Form, isRouteErrorResponse, useNavigation, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'

type Shared = RouterOutputs['wishlist']['shared']

/** The labels of high priorities. */
const WANTED: Readonly<Record<number, string>> = { 5: 'Most wanted', 4: 'High on the list' }

/** A shared wishlist, as everyone with the link sees it. */
export function SharedPage({ title, isOwn, items, page, totalPages, total, token }: Shared & { token: string }) {
  return (
    <main id="content" className="page pb-24">
      <div className="mt-[clamp(2.5rem,6vw,5rem)] mb-[clamp(2rem,4vw,3.5rem)] flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="min-w-0">
          <p className="eyebrow">Shared wishlist</p>
          <h1 className="mt-3 max-w-4xl text-(length:--text-title) leading-none tracking-[-0.02em] wrap-anywhere">
            {title}
          </h1>
          <p className="mt-4 text-muted tabular-nums">
            {formatCount(total)} {total === 1 ? 'item' : 'items'}
            {isOwn && (
              <>
                . This is your own list, as others see it.{' '}
                <Link to={paths.wishlist()} className="link text-text">
                  Go to your wishlist
                </Link>
              </>
            )}
          </p>
        </div>
        {!isOwn && items.length > 0 && <SaveAll />}
      </div>
      {items.length ? (
        <div className="product-grid">
          {items.map(({ card, priority, size }, index) => (
            <div key={card.id}>
              <ProductCard product={card} isPriority={index < 4} headingLevel="h2" />
              <Wanted priority={priority} size={size} />
            </div>
          ))}
        </div>
      ) : (
        <EmptyState
          drawing="empty-store"
          title="Nothing available right now"
          action={
            <Link to={paths.allProducts()} className="button button-accent">
              Browse All Products
            </Link>
          }
        >
          Nothing on this list is available at the moment. You can come back later with the same link.
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(number) => paths.sharedWishlist(token, { page: number })}
      />
    </main>
  )
}

function SaveAll() {
  const { state, formMethod } = useNavigation()
  const isBusy = state !== 'idle' && formMethod === 'POST'
  return (
    <Form method="post" onSubmit={(event) => isBusy && event.preventDefault()}>
      <button
        type="submit"
        aria-disabled={isBusy || undefined}
        className="button button-accent min-h-12 aria-disabled:opacity-70"
      >
        {isBusy ? 'Saving...' : 'Save all to my wishlist'}
      </button>
    </Form>
  )
}

function Wanted({ priority, size }: { priority: number; size: string | null }) {
  const texts = [...(size === null ? [] : [`Size ${size}`]), ...(WANTED[priority] ? [WANTED[priority]] : [])]
  if (!texts.length) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 text-xs">
      {texts.map((text) => (
        <li key={text} className="max-w-full truncate rounded-full border border-line px-2.5 py-1">
          {text}
        </li>
      ))}
    </ul>
  )
}

export function SharedError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing={isMissing ? 'not-found' : 'error'}
        title={isMissing ? 'Wishlist not found' : 'Error loading wishlist'}
        action={
          <Link to={paths.allProducts()} className="button button-accent">
            Browse All Products
          </Link>
        }
      >
        {isMissing ? 'This wishlist is not shared. Ask its owner for a new link.' : 'Try again in a moment.'}
      </EmptyState>
    </main>
  )
}
