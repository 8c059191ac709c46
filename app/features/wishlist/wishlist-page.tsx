import { useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs, WishData, WishlistData } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { useRootMark } from '#app/lib/root-mark.ts'
import { usePart } from '#app/lib/use-part.ts'
import { ViewedProducts } from '#app/parts/recently-viewed/viewed-products.tsx'
import { useWishlistCount } from '#app/parts/wishlist/wishlist-count.ts'
import { useWishlistIds } from '#app/parts/wishlist/wishlist.ts'
import type { WishlistQuery } from '#server/wishlist/wishlist.schema.ts'
import { Recommendations } from './recommendations.tsx'
import { ShareSection } from './share-section.tsx'
import { useShownWishes } from './use-shown-wishes.ts'
import { editId, SELECTION_FORM, WishCard } from './wish-card.tsx'
import { ActFields, useActToast } from './wishlist-act.tsx'
import { WishlistAnalytics } from './wishlist-analytics.tsx'
import { NewInLine } from './new-in-line.tsx'
import { WishlistMenu } from './wishlist-menu.tsx'
import { WishlistNews } from './wishlist-news.tsx'
import { WishlistToolbar, wishlistHref } from './wishlist-toolbar.tsx'

const UNDO_ID = 'undo-removal'
const loadDialog = async () => (await import('./wish-dialog.tsx')).default

interface WishlistPageProps {
  wishlist: WishlistData
  query: WishlistQuery
  events: RouterOutputs['wishlist']['events']
  /** Null if the analytics could not be loaded. */
  analytics: RouterOutputs['wishlist']['analytics'] | null
  recommendations: RouterOutputs['wishlist']['recommendations']
  /** Null if the sharing state could not be loaded. */
  sharing: RouterOutputs['wishlist']['share'] | null
  /** The number of unseen products in saved searches and of followed brands. */
  newInNews: number
  siteUrl: string
}

/** The saved products, searched, filtered and sorted by the URL. */
export function WishlistPage({
  wishlist,
  query,
  events,
  analytics,
  recommendations,
  sharing,
  newInNews,
  siteUrl,
}: WishlistPageProps) {
  const { items, page, totalPages, found, summary, removal } = wishlist
  const shown = useShownWishes(items)
  const count = useWishlistCount()
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === paths.wishlist()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [edited, setEdited] = useState<WishData | null>(null)
  const { Part: WishDialog, hasFailed } = usePart(loadDialog, edited !== null)
  const opener = useRef<string>()
  opener.current = edited?.itemId ?? opener.current
  const close = useCallback(() => setEdited(null), [])
  useEffect(() => {
    // The dialog is loaded on demand, so it does not know which button opened it.
    if (!edited && opener.current) document.getElementById(editId(opener.current))?.focus()
  }, [edited])
  // Outside the bar, because the bar is gone when the response to the toast's Undo arrives.
  const undo = useActToast('undo')
  const isOfferingUndo = removal !== null && !shown.some(({ isRemoved }) => isRemoved)
  if (!summary.items && !shown.length)
    return (
      <main id="content" className="page">
        {isOfferingUndo && <UndoBar removal={removal} undo={undo} />}
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
          Tap the heart on anything you like to keep it here.
        </EmptyState>
        <div className="flex justify-center">
          <NewInLine news={newInNews} />
        </div>
        <p className="text-center text-sm text-muted">
          <Link to={paths.importWishlist()} className="link inline-flex min-h-11 items-center">
            Import a wishlist
          </Link>
        </p>
        {sharing?.token && (
          <div className="mt-12">
            <ShareSection sharing={sharing} siteUrl={siteUrl} />
          </div>
        )}
        <ViewedProducts
          title="Recently viewed"
          className="pb-24"
          action={(productIds) => <SaveAll productIds={productIds} />}
        />
      </main>
    )
  const there = items.filter(({ itemId }) => selected.has(itemId))
  const select = (itemId: string, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(itemId)
    else next.delete(itemId)
    setSelected(next)
  }
  return (
    <main id="content" className="page pb-24">
      <div className="mt-[clamp(1.5rem,5vw,4rem)] flex flex-wrap items-end justify-between gap-x-4 gap-y-5">
        <div>
          <h1 className="text-(length:--text-title) leading-none tracking-[-0.02em]">My Wishlist</h1>
          <p className="mt-3 text-muted tabular-nums" aria-live="polite">
            {formatCount(count)} {count === 1 ? 'item' : 'items'}
          </p>
        </div>
        <WishlistMenu />
      </div>
      <NewInLine news={newInNews} />
      <WishlistNews events={events} />
      <Figures summary={summary} />
      <WishlistToolbar query={query} />
      {isOfferingUndo && <UndoBar removal={removal} undo={undo} />}
      {(query.q !== '' || query.filter !== 'all') && (
        <p className="mt-5 text-sm text-muted tabular-nums" aria-live="polite">
          {formatCount(found)} of {formatCount(summary.items)}.{' '}
          <Link to={wishlistHref({ ...query, q: '', filter: 'all', page: 1 })} className="link text-text">
            Show all
          </Link>
        </p>
      )}
      {shown.length > 0 ? (
        <>
          <Selection
            selected={there}
            all={items}
            onSelectAll={() => setSelected(new Set(items.map(({ itemId }) => itemId)))}
            onNone={() => setSelected(new Set())}
          />
          <div
            aria-busy={isLoading || undefined}
            className={`transition-opacity ${isLoading ? 'opacity-50' : ''} ${query.view === 'grid' ? 'product-grid mt-8' : 'mt-2'}`}
          >
            {shown.map(({ item, isRemoved }, index) => (
              <WishCard
                key={item.itemId}
                item={item}
                view={query.view}
                isPriority={index < 4}
                isRemoved={isRemoved}
                isSelected={selected.has(item.itemId)}
                onSelect={(isSelected) => select(item.itemId, isSelected)}
                onEdit={() => setEdited(item)}
              />
            ))}
          </div>
          <Pagination
            page={page}
            totalPages={totalPages}
            hrefFor={(number) => wishlistHref({ ...query, page: number })}
          />
        </>
      ) : (
        <EmptyState
          drawing="no-results"
          title="No matches"
          action={
            <Link to={wishlistHref({ ...query, q: '', filter: 'all', page: 1 })} className="button button-quiet">
              Show all
            </Link>
          }
        >
          Try a different search or filter.
        </EmptyState>
      )}
      <div className="mt-[clamp(4rem,8vw,7rem)] grid grid-cols-1 gap-y-[clamp(4rem,8vw,7rem)] *:min-w-0">
        <Recommendations recommendations={recommendations} />
        {analytics && <WishlistAnalytics analytics={analytics} />}
        {sharing && <ShareSection sharing={sharing} siteUrl={siteUrl} />}
      </div>
      <ViewedProducts title="Recently viewed" action={(productIds) => <SaveAll productIds={productIds} />} />
      {edited && WishDialog && <WishDialog item={edited} onClose={close} />}
      {edited && hasFailed && <GoToWish item={edited} />}
    </main>
  )
}

/** Links to the item's page if the dialog cannot be loaded. */
function GoToWish({ item: { itemId, name } }: { item: WishData }) {
  return (
    <p role="alert" className="notice mt-6">
      The form did not load.{' '}
      <Link reloadDocument to={paths.wish(itemId)} className="link">
        Open {name} on its own page
      </Link>
    </p>
  )
}

/** A button that saves all products of the page. Renders nothing once all are saved. */
function SaveAll({ productIds }: { productIds: readonly string[] }) {
  const { Form, isBusy } = useActToast('add')
  const saved = new Set(useWishlistIds())
  const missing = productIds.filter((id) => !saved.has(id))
  if (!missing.length) return null
  return (
    <Form method="post" action={paths.wishlistForms()}>
      <ActFields act="add" />
      {missing.map((id) => (
        <input key={id} type="hidden" name="productId" value={id} />
      ))}
      <button type="submit" className="link min-h-11 text-sm">
        {isBusy ? 'Saving...' : 'Save all'}
      </button>
    </Form>
  )
}

function Figures({ summary }: { summary: WishlistData['summary'] }) {
  const { totalMinor, averageMinor, currency, isConverted, items, brands } = summary
  const about = isConverted && <span className="font-sans text-sm text-muted">about </span>
  const figures = [
    ['Total Value', formatMoney(totalMinor, currency), about],
    ['Avg Price', formatMoney(averageMinor, currency), about],
    ['Items', formatCount(items)],
    ['Brands', formatCount(brands)],
  ] as const
  return (
    <dl
      className="mt-8 grid grid-cols-2 gap-x-6 gap-y-5 border-t border-line py-6 lg:grid-cols-4"
      title={isConverted ? 'We convert prices in other currencies at our daily rates.' : undefined}
    >
      {figures.map(([name, figure, before]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 font-display text-[clamp(1.5rem,3vw,2.5rem)] leading-none tabular-nums wrap-anywhere">
            {before}
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function UndoBar({
  removal: { batchId, count },
  undo: { Form, isBusy },
}: {
  removal: NonNullable<WishlistData['removal']>
  undo: ReturnType<typeof useActToast>
}) {
  return (
    <Form
      method="post"
      action={paths.wishlistForms()}
      className="mt-5 flex flex-wrap items-center justify-between gap-x-6 rounded-2xl border border-line bg-surface px-5 py-2"
    >
      <ActFields act="undo" />
      <input type="hidden" name="batchId" value={batchId} />
      <p>{count === 1 ? 'Removed 1 item.' : `Removed ${formatCount(count)} items.`}</p>
      <button id={UNDO_ID} type="submit" className="link min-h-11">
        {isBusy ? 'Restoring...' : 'Undo'}
      </button>
    </Form>
  )
}

/**
 * The bar with the actions on selected items. Without JavaScript it is always visible; otherwise it appears with the
 * first selection.
 */
function Selection({
  selected,
  all,
  onSelectAll,
  onNone,
}: {
  selected: readonly WishData[]
  all: readonly WishData[]
  onSelectAll: () => void
  onNone: () => void
}) {
  const { Form, isBusy } = useActToast('remove', () => {
    onNone()
    // The pressed button is gone, so the focus moves to Undo.
    requestAnimationFrame(() => document.getElementById(UNDO_ID)?.focus({ preventScroll: true }))
  })
  const count = selected.length
  useRootMark('choosing', count > 0)
  return (
    <Form
      id={SELECTION_FORM}
      method="post"
      action={paths.wishlistForms()}
      className={count ? 'selection-bar animate-appear' : ''}
    >
      <ActFields act="remove" />
      {count > 0 && (
        <>
          <p role="status" className="tabular-nums">
            {formatCount(count)} selected
          </p>
          {count < all.length && (
            <button type="button" onClick={onSelectAll} className="link min-h-11 text-sm">
              Select all {formatCount(all.length)}
            </button>
          )}
          <button type="button" onClick={onNone} className="link min-h-11 text-sm">
            Select none
          </button>
          <button type="submit" className="button button-quiet my-1 bg-ink">
            {isBusy ? 'Removing...' : 'Remove'}
          </button>
        </>
      )}
      {count === 0 && (
        <button type="submit" className="button button-quiet no-script-only mt-8">
          Remove selected
        </button>
      )}
    </Form>
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
        Your wishlist is saved to your account, so you can see it on any device.
      </EmptyState>
    </main>
  )
}

export function UnloadedWishlist() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="error"
        title="Error loading wishlist"
        action={
          <Link reloadDocument to={paths.wishlist()} className="button button-accent">
            Retry
          </Link>
        }
      >
        Your items are safe. Please try again in a moment.
      </EmptyState>
    </main>
  )
}
