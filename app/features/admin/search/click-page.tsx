import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'
import { whereOn } from '#app/parts/sales/sale-words.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

type Click = RouterOutputs['admin']['search']['click']

/** Why a click is not valid. */
const INVALID = lookup({
  bot: 'bot',
  head: 'automated request',
  prefetch: 'browser prefetch',
  rate: 'too many clicks from one IP address, but orders with this click ID still count',
  duplicate: 'repeat of another click',
  self: "click by the partner's team",
  unknown_user: 'we could not check in time who was signed in, but orders with this click ID still count',
  unverified_host: 'domain not verified',
})
const SIGNALS = { landed: 'Arrived at the store', cart: 'Added to cart' } as const

/** A click with its evidence and outcome, read-only. */
export function ClickPage({ click }: { click: Click }) {
  const { partner, product, user, signals, sales } = click
  const facts: Array<[string, ReactNode]> = [
    [
      'Clicked (UTC)',
      <>
        <ExactTime date={click.clickedAt} />, {whereOn(click.surface, click.agent)}
        {click.position !== null && `, position ${click.position}`}
      </>,
    ],
    [
      'Valid',
      click.isValid
        ? 'Yes'
        : `No: ${INVALID[click.invalidReason ?? ''] ?? click.invalidReason ?? 'reason not recorded'}`,
    ],
    ['Repeat of', click.duplicateOf && <ClickLink id={click.duplicateOf} />],
    ['Attribution ends (UTC)', <ExactTime key="until" date={click.expiresAt} />],
    [
      'Partner',
      partner && (
        <Link to={adminPaths.adminPartner(partner.id)} className="link">
          {partner.businessName}
        </Link>
      ),
    ],
    [
      'Product',
      product &&
        (click.isProductListed ? (
          <Link to={paths.product(product.id)} className="link">
            {product.name}
          </Link>
        ) : (
          `${product.name} (not listed)`
        )),
    ],
    [
      'Price shown',
      `${formatMoney(click.priceMinor, click.currency)}${click.stock === null ? '' : `, ${click.stock} in stock`}`,
    ],
    ['Destination', click.destinationUrl],
    ['Page', click.referrerPath],
    ['Search ID', click.searchId],
    ['Browser', `${click.browserFamily}, ${click.country}`],
    [
      'Account',
      user && (
        <Link to={adminPaths.adminUser(user.id)} className="link">
          {user.email}
        </Link>
      ),
    ],
  ]
  return (
    <>
      <BackLink fallback={adminPaths.adminSearch()} label="Search" />
      <h1 className="mt-4 text-(length:--text-section) leading-tight wrap-anywhere">{click.id}</h1>
      <dl className="mt-8 max-w-4xl divide-y divide-line/60 border-y border-line text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[13rem_minmax(0,1fr)]">
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <section aria-labelledby="became" className="mt-10 max-w-4xl text-sm">
        <h2 id="became" className="text-xl">
          Outcome
        </h2>
        {signals.length + sales.length === 0 && (
          <p className="mt-3 text-muted">
            No store has reported activity for this click, and no sale is matched to it.
          </p>
        )}
        <ul className="mt-3">
          {signals.map(({ kind, at }) => (
            <li key={kind} className="flex flex-wrap gap-x-5 py-1.5">
              <span>{SIGNALS[kind]}</span>
              <span className="text-muted tabular-nums">
                <ExactTime date={at} /> UTC
              </span>
            </li>
          ))}
          {sales.map(({ id, orderName, externalId, status, orderedAt }) => (
            <li key={id} className="flex flex-wrap gap-x-5 py-1.5">
              <Link to={adminPaths.adminSale(id)} className="link">
                Sale {orderName || externalId}
              </Link>
              <StateMark {...SALE_STATES[status]} />
              <span className="text-muted tabular-nums">
                <ExactTime date={orderedAt} /> UTC
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function ClickLink({ id }: { id: string }) {
  return (
    <Link to={adminPaths.adminClick(id)} className="link">
      {id}
    </Link>
  )
}
