import { Link } from '#app/components/link.tsx'
import type { Sale } from './sale.ts'
import { formatMoney, plural } from '#app/lib/format.ts'

/** The order's lines, with the calculation of what counts, what is excluded and why, and what was refunded. */
export function SaleLines({
  sale: { lines, order },
  productHref,
}: {
  sale: Sale
  productHref: (productId: string) => string
}) {
  const money = (minor: number) => formatMoney(minor, order.currency)
  if (!lines.length) return <p className="text-muted">The store has not sent us the products in this order yet.</p>
  return (
    <>
      <ul className="border-t border-line">
        {lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-x-6 border-b border-line py-2.5">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                {line.productId ? (
                  <Link to={productHref(line.productId)} className="hover:underline">
                    {line.title}
                  </Link>
                ) : (
                  line.title
                )}
                {line.sku && <span className="ml-2 text-xs font-normal text-muted">{line.sku}</span>}
              </p>
              <p className="text-muted tabular-nums">{arithmetic(line, money)}</p>
              {line.leftOut && <p className="text-muted">Excluded: {line.leftOut}.</p>}
              {line.refundedMinor > 0 && (
                <p className="text-sale">
                  {money(line.refundedMinor)} refunded
                  {line.refundedQuantity > 0 && ` for ${line.refundedQuantity} of ${plural(line.quantity, 'item')}`}.
                </p>
              )}
            </div>
            <p className="shrink-0 tabular-nums">{money(line.netMinor)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-x-6">
        <span className="text-muted">
          {money(order.commissionableMinor)} counts towards commission
          {order.refundedMinor > 0 && `, of which ${money(order.refundedMinor)} was refunded`}. Excluded: shipping (
          {money(order.shippingMinor)}), duties, tips, gift cards and tax
          {order.taxMinor > 0 && ` (${money(order.taxMinor)})`}.
        </span>
        <span className="shrink-0 font-medium tabular-nums">{money(order.netMinor)}</span>
      </p>
    </>
  )
}

/** Describes the calculation of a line: '2 x $50.00 - $10.00 discount - $15.00 included tax'. */
function arithmetic(
  { quantity, removedQuantity, priceMinor, discountMinor, includedTaxMinor }: Sale['lines'][number],
  money: (minor: number) => string,
): string {
  return [
    `${quantity} x ${money(priceMinor)}`,
    discountMinor > 0 ? `- ${money(discountMinor)} discount` : '',
    includedTaxMinor > 0 ? `- ${money(includedTaxMinor)} included tax` : '',
    removedQuantity > 0 ? `- ${removedQuantity} removed from the order` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
