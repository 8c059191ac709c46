import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { Fact, FactList } from './fact-list.tsx'

export type Business = RouterOutputs['admin']['stores']['business']

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const STORE_STATES: Record<NonNullable<Business['store']>['status'], string> = {
  active: 'Connected',
  degraded: 'Needs attention',
  revoked: 'Disconnected',
}

/** A partner's sales, invoices and connection. */
export function PartnerBusiness({ partnerId, business }: { partnerId: string; business: Business }) {
  const { sales, invoices, store, apiKeys, plan } = business
  return (
    <div className="grid gap-10">
      <FactList title="Business">
        <Fact name="Sales">
          {sales.length === 0 && 'None yet'}
          <span className="flex flex-wrap gap-x-4">
            {sales.map(({ status, count }) => (
              <Link key={status} to={adminPaths.adminSales({ partner: partnerId, status })} className="link">
                {formatCount(count)} {status}
              </Link>
            ))}
          </span>
        </Fact>
        <Fact name="Plan">{plan ? `${plan.name}, version ${plan.version}, ${plan.currency}` : 'None accepted'}</Fact>
        <Fact name="Connection">
          {store ? (
            <>
              {STORE_STATES[store.status]}: {store.shopName}, {store.shop}
              {store.statusReason && <span className="block text-muted">{store.statusReason}</span>}
              {store.lastDeliveryAt && (
                <span className="block text-muted tabular-nums">
                  Last webhook <ExactTime date={store.lastDeliveryAt} /> UTC
                </span>
              )}
            </>
          ) : apiKeys > 0 ? (
            'Conversions API'
          ) : (
            'No connected store'
          )}
        </Fact>
      </FactList>
      <FactList title="Invoices">
        {invoices.length === 0 && <Fact name="Invoices">None yet</Fact>}
        {invoices.map(({ id, kind, number, month, currency, grossMinor, status }) => (
          <Fact key={id} name={MONTH.format(month)}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <a href={adminPaths.adminInvoiceFile(id)} download className="link">
                {number}
              </a>
              <span className="tabular-nums">{formatMoney(grossMinor, currency)}</span>
            </span>
            <span className="block text-muted">
              {kind === 'invoice' ? `Invoice, ${status}` : 'Credit note'}
              {' · '}
              <a href={adminPaths.adminEInvoiceFile(id)} download className="link">
                E-invoice<span className="sr-only"> for {number}</span>
              </a>
            </span>
          </Fact>
        ))}
      </FactList>
    </div>
  )
}
