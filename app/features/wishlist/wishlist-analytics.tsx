import { Link } from '#app/components/link.tsx'
import { useId, type ReactNode } from 'react'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import type { ProductCardData, RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

type Analytics = RouterOutputs['wishlist']['analytics']

/** The number of categories and brands shown. */
const ROWS = 6

/** The wishlist's figures. Renders nothing if it is empty. */
export function WishlistAnalytics({ analytics }: { analytics: Analytics }) {
  const { summary, categories, brands, priceRanges, trending, recentlyViewed, priceDrops, stockAlerts } = analytics
  if (!summary.items) return null
  return (
    <section aria-labelledby="wishlist-figures">
      <h2 id="wishlist-figures" className="text-(length:--text-section) leading-none tracking-tight">
        Your wishlist in numbers
      </h2>
      <div className="mt-8 grid grid-cols-1 gap-x-[clamp(2rem,5vw,5rem)] gap-y-12 md:grid-cols-3">
        <Bars title="By price" rows={priceRanges.map((range) => ({ name: rangeName(range), count: range.count }))} />
        <Bars title="By category" rows={categories.map((row) => ({ ...row, to: paths.wishlist({ q: row.name }) }))} />
        <Bars title="By brand" rows={brands.map((row) => ({ ...row, to: paths.wishlist({ q: row.name }) }))} />
      </div>
      <div className="mt-14 grid grid-cols-1 gap-x-[clamp(2rem,5vw,5rem)] gap-y-12 md:grid-cols-2">
        {priceDrops.count > 0 && (
          <Pieces
            title={`Cheaper than when you saved ${priceDrops.count === 1 ? 'it' : 'them'}`}
            lead={`You’d save ${formatMoney(priceDrops.savedMinor, priceDrops.currency)} on ${piecesOf(priceDrops.count)}${priceDrops.isConverted ? ', at our daily exchange rates' : ''}.`}
            pieces={priceDrops.biggest.map(({ card, fromMinor, toMinor }) => ({
              card,
              fact: (
                <>
                  <s className="block text-muted sm:inline">
                    <span className="sr-only">Before </span>
                    {formatMoney(fromMinor, card.currency)}
                  </s>{' '}
                  <span className="text-sale">
                    <span className="sr-only">Now </span>
                    {formatMoney(toMinor, card.currency)}
                  </span>
                </>
              ),
            }))}
          />
        )}
        {(stockAlerts.lowCount > 0 || stockAlerts.outOfStock > 0) && (
          <Pieces
            title={stockAlerts.lowCount ? 'Selling fast' : 'Sold out'}
            lead={stockLead(stockAlerts)}
            pieces={stockAlerts.low.map(({ card, size, stock }) => ({
              card,
              fact: `Only ${stock} left${size === null ? '' : ` in ${size}`}`,
            }))}
          />
        )}
        {trending.length > 0 && (
          <Pieces
            title="Popular right now"
            lead="Your saved items that people view most."
            pieces={trending.map((card) => ({ card, fact: formatMoney(card.priceMinor, card.currency) }))}
          />
        )}
        {recentlyViewed.length > 0 && (
          <Pieces
            title="Recently viewed"
            lead="The saved items you viewed last."
            pieces={recentlyViewed.map((card) => ({ card, fact: formatMoney(card.priceMinor, card.currency) }))}
          />
        )}
      </div>
    </section>
  )
}

interface BarRow {
  name: string
  count: number
  /** The link to the counted products. */
  to?: string
}

/** Names with their numbers; the bar below each is relative to the largest. */
function Bars({ title, rows }: { title: string; rows: BarRow[] }) {
  const id = useId()
  const longest = Math.max(1, ...rows.map(({ count }) => count))
  const rest = rows.slice(ROWS)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-2xl leading-tight">
        {title}
      </h3>
      <dl className="mt-4">
        {rows.slice(0, ROWS).map(({ name, count, to }) => (
          <div key={name} className="relative flex items-baseline justify-between gap-4 pt-2.5 pb-3">
            <dt className="min-w-0 truncate">
              {to && count > 0 ? (
                <Link
                  to={to}
                  className="after:absolute after:inset-0 hover:underline hover:decoration-accent hover:underline-offset-4"
                >
                  {name}
                </Link>
              ) : (
                <span className={count ? '' : 'text-muted'}>{name}</span>
              )}
            </dt>
            <dd className={`tabular-nums ${count ? '' : 'text-muted'}`}>{formatCount(count)}</dd>
            <span aria-hidden className="absolute inset-x-0 bottom-0 h-px bg-line" />
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-[3px] bg-text"
              style={{ width: `${(count / longest) * 100}%` }}
            />
          </div>
        ))}
      </dl>
      {rest.length > 0 && <p className="mt-3 text-sm text-muted">and {formatCount(rest.length)} more</p>}
    </section>
  )
}

/** A short list of products, each with a note. */
function Pieces({
  title,
  lead,
  pieces,
}: {
  title: string
  lead: string
  pieces: Array<{ card: ProductCardData; fact: ReactNode }>
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-2xl leading-tight">
        {title}
      </h3>
      <p className="mt-2 text-sm text-muted">{lead}</p>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {pieces.map(({ card, fact }) => (
          <li key={card.id} className="group relative flex items-center gap-4 py-3">
            <div className="w-12 shrink-0">
              {card.pictures[0] ? (
                <Picture picture={card.pictures[0]} sizes="48px" maxWidth={320} alt="" className="rounded-xs" />
              ) : (
                <PicturePlaceholder name={card.name} className="aspect-[4/5] rounded-xs" />
              )}
            </div>
            <div className="min-w-0 grow">
              <p className="truncate text-xs text-muted">{card.brand}</p>
              <p className="truncate font-medium">
                <Link
                  to={paths.product(card.id)}
                  className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
                >
                  {card.name}
                </Link>
              </p>
            </div>
            <p className="shrink-0 text-right text-sm tabular-nums">{fact}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function rangeName({ fromMinor, toMinor, currency }: Analytics['priceRanges'][number]): string {
  if (toMinor === null) return `${formatRounded(fromMinor, currency)} or more`
  return fromMinor === 0
    ? `Under ${formatRounded(toMinor, currency)}`
    : `${formatRounded(fromMinor, currency)} to ${formatRounded(toMinor, currency)}`
}

/** Formats a bound of a range, which is a whole amount: '$25', not '$25.00'. */
const formatRounded = (minor: number, currency: string) => formatMoney(minor, currency).replace(/\.0+$/, '')

function stockLead({ lowCount, outOfStock }: Analytics['stockAlerts']): string {
  const low = lowCount ? `${piecesOf(lowCount)} with fewer than 5 left.` : ''
  return outOfStock ? `${low} ${piecesOf(outOfStock)} sold out.`.trim() : low
}

const piecesOf = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`)
