import { lockWords } from '#app/parts/sales/lock-words.ts'
import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'
import { SaleStory } from '#app/parts/sales/sale-story.tsx'

const LINKS = { product: paths.product, invoice: () => adminPaths.adminInvoices() }

/** A partner's sale, read-only. */
export function AdminSalePage({ sale, now }: { sale: RouterOutputs['admin']['search']['sale']; now: Date }) {
  const { order, partner, status, statusReason, ledger, click, flags } = sale
  return (
    <>
      <BackLink fallback={adminPaths.adminSales()} label="Sales" />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-(length:--text-section) leading-none wrap-anywhere">{order.name || order.id}</h1>
        <StateMark {...SALE_STATES[status]} />
      </div>
      <p className="mt-3 flex max-w-[64ch] flex-wrap gap-x-5 text-sm text-muted">
        <Link to={adminPaths.adminPartner(partner.id)} className="link">
          {partner.businessName}
        </Link>
        <Link to={adminPaths.adminAdjustments({ sale: sale.id })} className="link">
          Propose an adjustment
        </Link>
        {click && (
          <Link to={adminPaths.adminClick(click.id)} className="link">
            View the click
          </Link>
        )}
        {flags.some(({ resolvedAt }) => !resolvedAt) && (
          <Link to={adminPaths.adminFlags()} className="link text-sale">
            Flagged for review
          </Link>
        )}
      </p>
      <p className="mt-3 max-w-[64ch] text-sm text-muted">
        {ledger.currency
          ? `${formatMoney(ledger.owedMinor, ledger.currency)} commission on ${formatMoney(order.netMinor, order.currency)}.`
          : `No commission${statusReason ? `: ${statusReason}` : ''}.`}{' '}
        {lockWords(sale, now)}
      </p>
      <SaleStory sale={sale} whose="the partner's" links={LINKS} />
    </>
  )
}
