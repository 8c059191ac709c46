import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import type { Sale } from './sale.ts'
import { SaleDisputes } from './sale-disputes.tsx'
import { SaleLedger } from './sale-ledger.tsx'
import { SaleLines } from './sale-lines.tsx'
import { SaleSignals } from './sale-signals.tsx'
import { LEVELS, SALE_STATES } from './sale-states.ts'
import { sentence, sourceOf, whereOn, type Whose } from './sale-words.ts'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatMoney } from '#app/lib/format.ts'
import { FLAGS } from '#server/sales/flags.values.ts'

interface SaleStoryProps {
  sale: Sale
  whose: Whose
  /** The links to products and invoices for this reader. */
  links: { product: (productId: string) => string; invoice: (invoiceId: string) => string }
}

/** A sale's history in sentences, from the click to the commission. */
export function SaleStory({ sale, whose, links }: SaleStoryProps) {
  const { order, flags, invoices } = sale
  return (
    <ol className="mt-9 max-w-5xl">
      <Step title="Click" at={sale.click?.clickedAt}>
        <Click sale={sale} whose={whose} productHref={links.product} />
      </Step>
      <Step title="Order" at={order.orderedAt}>
        <Order sale={sale} whose={whose} />
      </Step>
      <Step title="How we matched it">
        <p>
          {sale.matchLevel ? (
            <>
              {LEVELS[sale.matchLevel].name}: {LEVELS[sale.matchLevel].meaning}
            </>
          ) : (
            'Nothing links this order to WTF, so no commission is due.'
          )}
        </p>
        <SaleSignals signals={sale.signals} />
      </Step>
      <Step title="Products and amount">
        <SaleLines sale={sale} productHref={links.product} />
      </Step>
      {flags.length > 0 && (
        <Step title="Needs review">
          <ul className="grid gap-3">
            {flags.map(({ kind, evidence, raisedAt, resolvedAt, resolution, isWaiting }) => (
              <li key={kind}>
                <p className={resolvedAt ? 'text-muted' : 'text-sale'}>{FLAGS[kind]}</p>
                <p className="text-muted wrap-anywhere">
                  {Object.entries(evidence)
                    .map(([name, value]) => `${sentence(name)}: ${value}`)
                    .join(', ')}
                </p>
                <p className="text-xs text-muted">
                  Raised <ExactTime date={raisedAt} /> UTC
                  {isWaiting && `, provisionally rejected: ${resolution}`}
                  {resolvedAt && (
                    <>
                      , resolved <ExactTime date={resolvedAt} /> UTC{resolution && `: ${resolution}`}
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </Step>
      )}
      {sale.disputes.length > 0 && (
        <Step title={whose === 'your' ? 'Your dispute' : 'The partner’s dispute'}>
          <SaleDisputes disputes={sale.disputes} />
        </Step>
      )}
      <Step title="Commission">
        <SaleLedger sale={sale} invoiceHref={links.invoice} />
      </Step>
      <Step title="History" isLast>
        <ul className="grid gap-2">
          {sale.transitions.map(({ to, reason, actor, at }, index) => (
            <li key={index} className="flex flex-wrap gap-x-4">
              <span className="text-muted tabular-nums">
                <ExactTime date={at} />
              </span>
              <span>
                {SALE_STATES[to].name}
                <span className="text-muted">
                  {reason && `: ${reason}`} ({ACTORS[actor]})
                </span>
              </span>
            </li>
          ))}
        </ul>
        {invoices.length > 0 && (
          <p className="mt-4">
            On{' '}
            {invoices.map(({ id, number }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to={links.invoice(id)} className="link">
                  {number}
                </Link>
              </span>
            ))}
            .
          </p>
        )}
      </Step>
    </ol>
  )
}

const ACTORS = {
  system: 'automatic',
  store: 'reported by the store',
  partner: 'by the partner',
  admin: 'by WTF',
} as const

/** A step of the history: a dot on a line. */
function Step({
  title,
  at,
  isLast = false,
  children,
}: {
  title: string
  at?: Date | undefined
  isLast?: boolean
  children: ReactNode
}) {
  return (
    <li className={`relative pb-9 pl-7 text-sm ${isLast ? '' : 'border-l border-line'} ${isLast ? 'ml-px' : ''}`}>
      <span aria-hidden className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border border-line bg-accent" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-sans text-base font-semibold">{title}</h2>
        {at && (
          <p className="text-xs text-muted tabular-nums">
            <ExactTime date={at} /> UTC
          </p>
        )}
      </div>
      <div className="mt-2 min-w-0">{children}</div>
    </li>
  )
}

function Click({
  sale: { click, order },
  whose,
  productHref,
}: {
  sale: Sale
  whose: Whose
  productHref: (productId: string) => string
}) {
  if (!click) return <p className="text-muted">This order has no valid click.</p>
  const { product, surface, agent, priceMinor, currency, stock, country, browserFamily, destinationUrl, clickedAt } =
    click
  return (
    <>
      <p>
        A shopper viewed{' '}
        {product ? (
          <Link to={productHref(product.id)} className="link">
            {product.name}
          </Link>
        ) : (
          'a deleted product'
        )}{' '}
        {whereOn(surface, agent)} at {formatMoney(priceMinor, currency)}
        {stock !== null && (stock > 0 ? ` (${stock} in stock)` : ' (out of stock)')}, then visited {whose} store.
        {isKnown(country) && ` Country: ${regions.of(country)}.`}
        {isKnown(browserFamily) && ` Browser: ${browserFamily}.`} The order was placed{' '}
        {duration(clickedAt, order.orderedAt)}.
      </p>
      <p className="mt-1 text-xs text-muted wrap-anywhere">
        {click.id}, landing page {destinationUrl}
      </p>
    </>
  )
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** Returns whether a click recorded the value: missing values are 'Unknown'. */
const isKnown = (recorded: string | null): recorded is string => recorded !== null && recorded !== 'Unknown'

/** Formats a duration in the largest unit that fits: 'after 3 hours'. */
function duration(from: Date, to: Date): string {
  const seconds = Math.round((to.getTime() - from.getTime()) / 1_000)
  if (seconds < 0) return `${-seconds} seconds earlier, by the store's clock`
  const [count, unit] =
    seconds >= 172_800
      ? [Math.round(seconds / 86_400), 'days']
      : seconds >= 7_200
        ? [Math.round(seconds / 3_600), 'hours']
        : seconds >= 120
          ? [Math.round(seconds / 60), 'minutes']
          : [seconds, 'seconds']
  return `${count} ${unit} later`
}

function Order({ sale: { order }, whose }: { sale: Sale; whose: Whose }) {
  return (
    <>
      <p>
        {sourceOf(order.source, whose)} reported order {order.name || order.id}
        {order.name && order.name !== order.id && ` (${order.id})`}
        {order.isTest && ', a test order'}
        {order.channel === 'pos' && ', taken at the till'}
        {order.channel === 'draft' && ', created as a draft order'}.{' '}
        {order.paidAt ? (
          <>
            It was paid on <ExactTime date={order.paidAt} /> UTC.
          </>
        ) : (
          'It has not been paid yet.'
        )}
        {order.cancelledAt && (
          <>
            {' '}
            The store cancelled it on <ExactTime date={order.cancelledAt} /> UTC.
          </>
        )}
      </p>
    </>
  )
}
