import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { useRootData } from '#app/lib/root-data.ts'
import { seenNews } from '#app/parts/wishlist/wishlist-news.ts'

type Event = RouterOutputs['wishlist']['events'][number]

/** The number of latest events shown; the others are collapsed. */
const SHOWN = 4

/** The events of wishlist items. Shown events count as seen. */
export function WishlistNews({ events }: { events: Event[] }) {
  const root = useRootData()
  const newest = events.find(({ isNew }) => isNew)?.happenedAt.getTime()
  useEffect(() => {
    if (newest !== undefined) void seenNews(new Date(newest), root)
  }, [newest, root])
  if (!events.length) return null
  const [shown, rest] = [events.slice(0, SHOWN), events.slice(SHOWN)]
  return (
    <section aria-labelledby="wishlist-news" className="mt-10">
      <h2 id="wishlist-news" className="text-2xl leading-none">
        What has changed
      </h2>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-4">
        {shown.map((event) => (
          <NewsItem key={event.id} event={event} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="link inline-flex min-h-11 items-center text-sm">
            {rest.length === 1 ? 'One more' : `${rest.length} more`} from the last 30 days
          </summary>
          <ul className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-4">
            {rest.map((event) => (
              <NewsItem key={event.id} event={event} />
            ))}
          </ul>
        </details>
      )}
      {newest !== undefined && (
        <form method="post" action={paths.wishlistForms()} className="no-script-only">
          <input type="hidden" name="form" value="seen" />
          <input type="hidden" name="until" value={new Date(newest).toISOString()} />
          <button type="submit" className="link min-h-11 text-sm">
            Mark as seen
          </button>
        </form>
      )}
    </section>
  )
}

function NewsItem({ event }: { event: Event }) {
  const { productId, productName, picture, isNew, happenedAt } = event
  return (
    <li className="group relative flex items-center gap-4 border-t border-line py-3">
      <div className="w-12 shrink-0">
        {picture ? (
          <Picture picture={picture} sizes="48px" maxWidth={320} alt="" className="rounded-xs" />
        ) : (
          <PicturePlaceholder name={productName} className="aspect-[4/5] rounded-xs" />
        )}
      </div>
      <div className="min-w-0">
        <p className="truncate font-medium">
          <Link
            to={paths.product(productId)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
          >
            {productName}
          </Link>
        </p>
        <p className="text-sm tabular-nums">
          <WhatHappened event={event} />
        </p>
        <p className="text-xs text-muted">
          {isNew && <span className="mr-1.5 rounded-full bg-raised px-2 py-0.5 text-text">New</span>}
          {formatDate(happenedAt)}
        </p>
      </div>
    </li>
  )
}

function WhatHappened({ event: { kind, facts } }: { event: Event }) {
  if ('toMinor' in facts)
    return (
      <>
        <span className="text-sale">{formatMoney(facts.toMinor, facts.currency)}</span>
        {facts.fromMinor > facts.toMinor && (
          <>
            , was <s className="text-muted">{formatMoney(facts.fromMinor, facts.currency)}</s>
          </>
        )}
        {kind === 'below_target' && '. Target price reached'}
      </>
    )
  const where = facts.size === null ? '' : ` in ${facts.size}`
  return kind === 'back_in_stock' ? (
    <span className="text-good">Back in stock{where}</span>
  ) : (
    <>
      Only {facts.stock} left{where}
    </>
  )
}
