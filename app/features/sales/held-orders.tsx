import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { HELD_ABOVE } from '#server/sales/order-limits.values.ts'

type HeldOrder = RouterOutputs['sales']['held'][number]

const dollars = (units: number) => formatMoney(units * 100, 'USD').replace(/\.00$/, '')

/** Orders that are larger than usual: the owner confirms or refuses each. Nothing if none waits. */
export function HeldOrders({ held, isOwner }: { held: HeldOrder[]; isOwner: boolean }) {
  if (!held.length) return null
  return (
    <section aria-labelledby="held" className="notice mt-6 mb-8">
      <h2 id="held" className="font-sans text-base font-semibold">
        {held.length === 1
          ? 'A large order needs your confirmation'
          : `${held.length} large orders need your confirmation`}
      </h2>
      <p className="mt-1 max-w-[64ch] text-sm text-muted">
        Orders above {dollars(HELD_ABOVE.order)}, or with a line above {dollars(HELD_ABOVE.line)}, are not recorded
        until the owner of the store confirms them. Check that the amount is right.
      </p>
      <ul className="mt-3 divide-y divide-line/60">
        {held.map((order) => (
          <Row key={order.id} order={order} isOwner={isOwner} />
        ))}
      </ul>
      {!isOwner && <p className="mt-3 text-sm text-muted">Only the owner of the store can confirm or refuse them.</p>}
    </section>
  )
}

function Row({ order, isOwner }: { order: HeldOrder; isOwner: boolean }) {
  const { id, name, orderedAt, currency, valueMinor, lines, products, isCancelled } = order
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
        {isCancelled && <span>Cancelled by the store</span>}
      </p>
      {isOwner && (
        <div className="flex flex-wrap gap-x-8">
          <Asking label="Confirm" who={`order ${title}`}>
            <p className="text-muted">
              The order is recorded with {amount}. If it came from our link, commission is owed for it.
            </p>
            <Act form={`confirm-held ${id}`} fields={{ orderId: id }} busy="Confirming..." isFinal look="accent">
              Confirm {amount}
            </Act>
          </Asking>
          <Asking label="Refuse" who={`order ${title}`}>
            <p className="text-muted">
              Nothing of the order is recorded, even if your store sends it again. Use this when the amount is wrong.
            </p>
            <Act form={`refuse-held ${id}`} fields={{ orderId: id }} busy="Refusing..." isFinal>
              Refuse the order
            </Act>
          </Asking>
        </div>
      )}
    </li>
  )
}
