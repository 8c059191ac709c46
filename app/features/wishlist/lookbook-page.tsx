import { EmptyState } from '#app/components/empty-state.tsx'
import { Link } from '#app/components/link.tsx'
import { PicturePlaceholder } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { offeredWidths } from '#server/media/media.schema.ts'
import { LookbookActions } from './lookbook-actions.tsx'

type Lookbook = RouterOutputs['wishlist']['lookbook']
type Look = Lookbook['looks'][number]

/** The pictures on a printed page: one across, and two side by side. */
const ON_A_SPREAD = 3
const LARGEST = 960

/** The wishlist as a magazine: to read, print and download. */
export function LookbookPage({ looks, total, readAt, owner }: Lookbook & { owner: string }) {
  const day = formatDate(readAt)
  const spreads = Array.from({ length: Math.ceil(looks.length / ON_A_SPREAD) }, (_, at) =>
    looks.slice(at * ON_A_SPREAD, (at + 1) * ON_A_SPREAD),
  )
  if (!looks.length)
    return (
      <main id="content" className="page">
        <EmptyState
          headingLevel="h1"
          drawing="empty-store"
          title="Nothing here yet"
          action={
            <Link to={paths.allProducts()} className="button button-accent">
              Start Shopping
            </Link>
          }
        >
          Your lookbook is made from your wishlist. Save items you like, then come back.
        </EmptyState>
      </main>
    )
  return (
    <main id="content" className="lookbook page pb-24">
      <header className="lookbook-cover">
        <p className="eyebrow">Lookbook</p>
        <h1 className="mt-3 text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
          What I <em>want</em>
        </h1>
        <p className="mt-6 max-w-[56ch] text-muted">
          {looks.length < total
            ? `${formatCount(looks.length)} of ${formatCount(total)} items: most wanted first, then most recently saved.`
            : `${formatCount(total)} ${total === 1 ? 'item' : 'items'}.`}{' '}
          Prices as of <time dateTime={readAt.toISOString()}>{day}</time>.
        </p>
        <p data-taken hidden className="notice mt-6" />
        <LookbookActions owner={owner} priceDay={day} />
        <p data-online className="mt-4 text-sm print:hidden">
          <Link to={paths.wishlist()} className="link inline-flex min-h-11 items-center">
            Back to the wishlist
          </Link>
        </p>
      </header>
      {spreads.map((spread) => (
        <div key={spread[0]?.itemId} className="lookbook-spread">
          {spread.map((look) => (
            <LookFigure key={look.itemId} look={look} day={day} />
          ))}
        </div>
      ))}
    </main>
  )
}

function LookFigure({ look, day }: { look: Look; day: string }) {
  const { name, brand, store, currency, priceMinor, originalPriceMinor, size, note, picture, productId } = look
  return (
    <article className="look">
      {picture ? (
        // Uses the same size for screen, print and download.
        <img
          loading="lazy"
          src={paths.image(picture.name, offeredWidths(picture.width, LARGEST).at(-1) ?? LARGEST)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          style={{ background: picture.colour }}
        />
      ) : (
        <PicturePlaceholder name={name} className="look-empty" />
      )}
      <div className="look-text">
        <p className="text-sm text-muted">{brand}</p>
        <h2 className="mt-1 text-2xl leading-tight wrap-anywhere">
          {productId ? (
            <Link to={paths.product(productId)} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="mt-2 tabular-nums">
          {formatMoney(priceMinor, currency)}{' '}
          <span className="text-sm text-muted">{productId ? `on ${day}` : 'when it was last listed'}</span>
          {originalPriceMinor !== null && (
            <>
              {' '}
              <s className="text-muted">
                <span className="sr-only">previously: </span>
                {formatMoney(originalPriceMinor, currency)}
              </s>
            </>
          )}
        </p>
        <p className="mt-1 text-sm text-muted">
          {store ? `At ${store}` : 'No longer on WTF'}
          {size && `, size ${size}`}
        </p>
        {note && <p className="mt-2 text-sm italic wrap-anywhere">{note}</p>}
      </div>
    </article>
  )
}
