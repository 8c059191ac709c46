import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import { BackLink } from '#app/components/back-link.tsx'
import { Facts } from '#app/components/settings-section.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { HowToPay, Party, VatWords, buyerOf } from './invoice-parties.tsx'
import { invoiceState } from '#app/parts/sales/invoice-states.ts'
import { eInvoiceObstacle } from '#server/sales/billing/e-invoice-obstacle.shared.ts'
import { vatName } from '#server/sales/billing/invoice-words.values.ts'

type Invoice = RouterOutputs['sales']['invoice']

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** An invoice or credit note, line by line, with payment details. */
export function InvoicePage({ invoice, now }: { invoice: Invoice; now: Date }) {
  const { id, number, kind, currency, lines, totalMinor, creditMinor, payableMinor, status, dueOn } = invoice
  const { seller, billedTo, vat, grossMinor, corrects } = invoice
  const obstacle = eInvoiceObstacle(invoice)
  const lastDay = new Date(Date.UTC(invoice.month.getUTCFullYear(), invoice.month.getUTCMonth() + 1, 0))
  const money = (minor: number) => formatMoney(minor, currency)
  const isInvoice = kind === 'invoice'
  const isOverdue = dueOn.getTime() + 86_400_000 < now.getTime()
  return (
    <>
      <BackLink fallback={dashboardPaths.invoices()} label="Invoices" />
      <div className="mt-4 mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p className="eyebrow">{isInvoice ? 'Invoice' : 'Credit note'}</p>
          <h1 className="mt-2 text-(length:--text-section) leading-none">{number}</h1>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={dashboardPaths.invoiceFile(id)} download className="button button-quiet">
            <Download aria-hidden size={18} /> PDF
          </a>
          {!obstacle && (
            <a href={dashboardPaths.eInvoiceFile(id)} download className="button button-quiet">
              <Download aria-hidden size={18} /> E-invoice (XML)
            </a>
          )}
        </div>
      </div>
      {obstacle && (
        <p className="mb-6 max-w-[64ch] text-sm text-muted">No e-invoice is available for this invoice. {obstacle}</p>
      )}
      <div className="max-w-4xl">
        <Facts
          facts={[
            ['Sales confirmed in', MONTH.format(invoice.month)],
            ['Supply period', `${formatDate(invoice.month)} to ${formatDate(lastDay)}`],
            ['Date', formatDate(invoice.issuedAt)],
            ...(isInvoice ? ([['Due', formatDate(dueOn)]] as const) : []),
            [
              'Status',
              <StateMark
                key="status"
                {...(isInvoice || status !== 'open'
                  ? invoiceState(status, isOverdue)
                  : { name: 'Credit', colour: 'text-good' })}
              />,
            ],
            ...(invoice.paidAt ? ([['Paid', formatDate(invoice.paidAt)]] as const) : []),
            ...(corrects.length ? ([['Corrects', corrects.join(', ')]] as const) : []),
            ...(billedTo.purchaseOrder ? ([['Your reference', billedTo.purchaseOrder]] as const) : []),
            ['Billed to', <Party key="buyer" {...buyerOf(billedTo)} />],
            ...(seller ? ([['From', <Party key="seller" {...seller} />]] as const) : []),
          ]}
        />
        <table className="mt-9 w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th scope="col" className="py-2 pr-5 font-normal">
                Sale
              </th>
              <th scope="col" className="py-2 pr-5 text-right font-normal max-sm:hidden">
                Sale amount
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Commission
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ place, saleId, description, baseMinor, amountMinor }) => (
              <tr key={place} className="border-b border-line align-baseline">
                <td className="py-2.5 pr-5 wrap-anywhere">
                  {saleId ? (
                    <Link to={dashboardPaths.sale(saleId)} className="link">
                      {description}
                    </Link>
                  ) : (
                    description
                  )}
                </td>
                <td className="py-2.5 pr-5 text-right whitespace-nowrap text-muted tabular-nums max-sm:hidden">
                  {money(baseMinor)}
                </td>
                <td className="py-2.5 text-right whitespace-nowrap tabular-nums">{money(amountMinor)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="tabular-nums">
            <Total name={seller ? 'Commission excluding VAT' : 'Commission'} amount={money(totalMinor)} />
            {vat.map((each) => (
              <Total
                key={vatName(each)}
                name={`${vatName(each)} on ${money(each.netMinor)}`}
                amount={money(each.vatMinor)}
              />
            ))}
            {seller && <Total name="Total including VAT" amount={money(grossMinor)} />}
            {creditMinor > 0 && <Total name="Credit from earlier months" amount={money(-creditMinor)} />}
            {isInvoice && <Total name="Amount due" amount={money(payableMinor)} isLast />}
          </tfoot>
        </table>
        <VatWords vat={vat} />
        <p className="mt-6 max-w-[64ch] text-sm text-muted">
          {!isInvoice
            ? 'No payment is due. We apply the credit to your next invoices.'
            : status !== 'open' || payableMinor === 0
              ? 'No payment is due.'
              : seller
                ? `Please pay ${money(payableMinor)} by ${formatDate(dueOn)}, and use ${number} as the payment reference.`
                : ''}{' '}
          {isInvoice && status === 'open' && payableMinor > 0 && (
            <>
              Questions about this invoice?{' '}
              <Link to={paths.contact()} className="link">
                Contact us
              </Link>
              .
            </>
          )}
        </p>
        {isInvoice && status === 'open' && payableMinor > 0 && <HowToPay invoice={invoice} />}
      </div>
    </>
  )
}

function Total({ name, amount, isLast = false }: { name: string; amount: string; isLast?: boolean }) {
  return (
    <tr className={isLast ? 'font-medium' : 'font-normal'}>
      <th scope="row" className={`py-2 pr-5 text-left ${isLast ? 'font-medium' : 'font-normal'}`}>
        {name}
      </th>
      <td className="max-sm:hidden" />
      <td className="py-2 text-right whitespace-nowrap">{amount}</td>
    </tr>
  )
}
