import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { HELD_ABOVE } from '#server/sales/order-limits.values.ts'

type HeldOrder = RouterOutputs['sales']['held'][number]

const dollars = (units: number) => formatMoney(units * 100, 'USD').replace(/\.00$/, '')

/** Unusually large orders, which the owner confirms or rejects. Renders nothing if there are none. */
export function HeldOrders({ held, isOwner }: { held: HeldOrder[]; isOwner: boolean }) {
  if (!held.length) return null
  return (
    <section aria-labelledby="held" className="notice mt-6 mb-8">
      <h2 id="held" className="font-sans text-base font-semibold">
        {held.length === 1 ? 'A large order needs' : `${held.length} large orders need`}{' '}
        {isOwner ? 'your confirmation' : 'the store owner’s confirmation'}
      </h2>
      <p className="mt-1 max-w-[64ch] text-sm text-muted">
        Orders above {dollars(HELD_ABOVE.order)}, or with a line above {dollars(HELD_ABOVE.line)}, are only recorded
        once the store owner confirms them.{isOwner && ' Check that the amount is right.'}
      </p>
      <ul className="mt-3 divide-y divide-line/60">
        {held.map((order) => (
          <Row key={`${order.storeId} ${order.id}`} order={order} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

function Row({ order, isOwner }: { order: HeldOrder; isOwner: boolean }) {
  const { id, storeId, name, orderedAt, currency, valueMinor, lines, products, isCancelled } = order
  const amount = formatMoney(valueMinor, currency)
  const title = name || id
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 font-medium wrap-anywhere">Order {title}</p>
        <p className="font-medium tabular-nums">{amount}</p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span className="min-w-0 wrap-anywhere">
          {products.join(', ')}
          {lines > products.length && ` and ${lines - products.length} more`}
        </span>
        <span>
          <ExactTime date={orderedAt} /> UTC
        </span>
        {isCancelled && <span>Cancelled in your store</span>}
      </p>
      {isOwner && (
        <div className="flex flex-wrap gap-x-8">
          <Asking label="Confirm" who={`order ${title}`}>
            <p className="text-muted">
              {isCancelled
                ? `We will record the order of ${amount} as cancelled.`
                : `We will record the order at ${amount}. If we referred it, you will owe commission on it.`}
            </p>
            <Act
              form={`confirm-held ${storeId} ${id}`}
              fields={{ orderId: id, storeId, valueMinor: String(valueMinor), currency }}
              busy="Confirming..."
              isFinal
              look="accent"
            >
              Confirm {amount}
            </Act>
          </Asking>
          <Asking label="Reject" who={`order ${title}`}>
            <p className="text-muted">
              We will not record the order, even if your store sends it again. Reject it if the amount is wrong. If your
              own system has reported it with another amount, that sale stays, and your store’s refunds do not change
              it.
            </p>
            <Act form={`refuse-held ${storeId} ${id}`} fields={{ orderId: id, storeId }} busy="Rejecting..." isFinal>
              Reject order
            </Act>
          </Asking>
        </div>
      )}
    </li>
  )
}
