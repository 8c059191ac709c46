import { lockWords } from '#app/parts/sales/lock-words.ts'
import { canDispute, DisputeSale } from './sale-dispute.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { Sale } from '#app/parts/sales/sale.ts'
import { SaleStory } from '#app/parts/sales/sale-story.tsx'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'

/** A sale of the viewer's store, from the click to the commission. */
export function SalePage({
  sale,
  isOwner,
  isEditor,
  now,
}: {
  sale: Sale
  isOwner: boolean
  isEditor: boolean
  now: Date
}) {
  const { order, status, statusReason, ledger, flags } = sale
  return (
    <>
      <BackLink fallback={dashboardPaths.sales()} label="Sales" />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-(length:--text-section) leading-none wrap-anywhere">{order.name || order.id}</h1>
        <StateMark {...SALE_STATES[status]} />
      </div>
      <p className="mt-3 max-w-[64ch] text-sm text-muted">
        {ledger.currency
          ? `${formatMoney(ledger.owedMinor, ledger.currency)} commission on ${formatMoney(order.netMinor, order.currency)}.`
          : `No commission${statusReason ? `: ${statusReason}` : ''}.`}{' '}
        {lockWords(sale, now)}
      </p>
      {flags.some(({ resolvedAt }) => !resolvedAt) && (
        <p className="notice mt-5 max-w-3xl text-sm">
          This sale needs review before it is confirmed. See the reason below.
        </p>
      )}
      {isOwner && canConfirm(sale) && <Confirm sale={sale} />}
      {isEditor && canDispute(sale, now) && <DisputeSale sale={sale} />}
      <SaleStory
        sale={sale}
        whose="your"
        links={{ product: dashboardPaths.ownProduct, invoice: dashboardPaths.invoice }}
      />
    </>
  )
}

const canConfirm = ({ status, matchLevel }: Sale): boolean =>
  status === 'tracked' && (matchLevel === 'U' || matchLevel === 'D')

function Confirm({ sale: { id, order } }: { sale: Sale }) {
  return (
    <div className="mt-5 max-w-3xl text-sm">
      <Asking label="Confirm this sale" who="">
        <p className="text-muted">
          You confirm that order {order.name || order.id} came from WTF, although we could not match it to a click. You
          will owe commission on it under your plan. You cannot undo this, but a refund cancels the commission.
        </p>
        <Act form="confirm-sale" fields={{ saleId: id }} busy="Confirming..." isFinal>
          Yes, this sale is from WTF
        </Act>
      </Asking>
    </div>
  )
}
