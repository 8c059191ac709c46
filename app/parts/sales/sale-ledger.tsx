import { Link } from '#app/components/link.tsx'
import type { Sale } from './sale.ts'
import { percent, sentence } from './sale-words.ts'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatDate, formatMoney } from '#app/lib/format.ts'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The ledger entries of a sale, each with the calculation of its amount. */
export function SaleLedger({
  sale: { status, ledger, order, plan, entries },
  invoiceHref,
}: {
  sale: Sale
  invoiceHref: (invoiceId: string) => string
}) {
  const { currency } = ledger
  if (!currency || !entries.length) return <p className="text-muted">The ledger has no entries for this sale.</p>
  // A sale with nothing left takes up no space, so several can be the first.
  const place = (position: number) =>
    position === 0
      ? 'as the first sale'
      : plan?.basis !== 'sales_count'
        ? `after ${formatMoney(position, currency)} of other sales`
        : position === 1
          ? 'after 1 other sale'
          : `after ${position} other sales`
  const isPlaced = entries.some(({ kind }) => kind === 'confirmation')
  return (
    <>
      <p className="text-muted">
        {plan && `Plan: ${plan.name}, version ${plan.version}. `}
        {ledger.month &&
          !isPlaced &&
          `${status === 'pending' ? 'Expected to count towards' : 'Counted towards'} ${MONTH.format(ledger.month)}, ${place(ledger.position)}. This sets the sale’s commission rate. `}
        {order.currency !== currency &&
          ledger.rate &&
          `${formatMoney(order.netMinor, order.currency)} is ${formatMoney(ledger.netMinor, currency)} at an exchange rate of ${ledger.rate}${ledger.rateAsOf ? ` on ${formatDate(ledger.rateAsOf)}` : ''}.`}
      </p>
      <ul className="mt-3 border-t border-line">
        {entries.map((entry) => (
          <li key={entry.seq} className="flex justify-between gap-x-6 border-b border-line py-2.5">
            <div className="min-w-0">
              <p>
                <span className="font-medium">{sentence(entry.kind)}</span>
                {entry.tier && <span className="text-muted">, {entry.tier}</span>}
                {entry.reason && <span className="text-muted">: {entry.reason}</span>}
              </p>
              <p className="text-muted tabular-nums">
                {entry.kind === 'confirmation'
                  ? `Counted towards ${entry.month ? MONTH.format(entry.month) : 'its month'}, ${place(entry.position)}. This sets the sale’s commission rate.`
                  : entry.kind === 'waiver' || entry.kind === 'manual'
                    ? 'Added by WTF and approved by a second person'
                    : `${formatMoney(entry.baseMinor, entry.currency)} x ${percent(entry.rateBps)} = ${formatMoney(entry.amountMinor, entry.currency)}`}
              </p>
              <p className="mt-0.5 text-xs text-muted tabular-nums">
                Entry {entry.seq}, <ExactTime date={entry.effectiveAt} /> UTC, hash <code>{entry.hash}...</code>
                {entry.invoice && (
                  <>
                    , on{' '}
                    <Link to={invoiceHref(entry.invoice.id)} className="link">
                      {entry.invoice.number}
                    </Link>
                  </>
                )}
              </p>
            </div>
            <p className={`shrink-0 tabular-nums ${entry.kind === 'confirmation' ? 'text-muted' : ''}`}>
              {formatMoney(entry.amountMinor, entry.currency)}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-x-8 font-medium">
        <span>Total</span>
        <span className="tabular-nums">{formatMoney(ledger.owedMinor, currency)}</span>
      </p>
    </>
  )
}
