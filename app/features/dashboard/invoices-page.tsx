import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { invoiceState } from '#app/parts/sales/invoice-states.ts'
import { dueRule } from '#server/partners/terms.values.ts'

type Invoice = RouterOutputs['sales']['invoices'][number]

const HEADS = ['Invoice ID', 'Date', 'Due', 'Amount', 'Status']

interface InvoicesPageProps {
  invoices: Invoice[]
  ledger: RouterOutputs['sales']['ledger']
  /** Manual ledger entries. */
  written: RouterOutputs['sales']['writtenEntries']
  now: Date
}

/** The partner's invoices and credit notes, and the ledger behind them. */
export function InvoicesPage({ invoices, ledger, written, now }: InvoicesPageProps) {
  return (
    <>
      <h1 className="text-(length:--text-section) leading-none">Invoices</h1>
      <p className="mt-3 max-w-[64ch] text-sm text-muted">Commission on the sales that we referred. {dueRule()}</p>
      {invoices.length > 0 && (
        <a href={dashboardPaths.invoicesFile()} download className="button button-quiet mt-5">
          <Download aria-hidden size={18} /> Export as CSV
        </a>
      )}
      <DataTable
        rows={invoices}
        columns={columnsAt(now)}
        empty={<NoInvoices />}
        paging={{ page: 1, totalPages: 1, hrefFor: dashboardPaths.invoices }}
      />
      <section aria-labelledby="ledger" className="mt-12 max-w-4xl">
        <h2 id="ledger" className="text-xl">
          Your ledger
        </h2>
        <p className="mt-2 text-sm text-muted">
          A complete record of the commission you owe, for your accountant or auditor. Entries are linked by hashes, so
          you can check that we have not altered any of them.
        </p>
        {ledger.entries > 0 ? (
          <>
            <p className="mt-4 flex flex-wrap gap-3">
              <a href={dashboardPaths.ledgerFile()} download className="button button-quiet">
                <Download aria-hidden size={18} /> Download the ledger ({formatCount(ledger.entries)}{' '}
                {ledger.entries === 1 ? 'entry' : 'entries'})
              </a>
              <a href={dashboardPaths.ledgerVerifier()} download className="button button-quiet">
                <Download aria-hidden size={18} /> Download the verifier
              </a>
            </p>
            <p className="mt-4 text-sm text-muted">
              The verifier is a single Node.js file with no dependencies. It runs offline and reports the first
              incorrect line.
            </p>
            <pre className="mt-2 text-xs wrap-anywhere whitespace-pre-wrap">
              <code>node ledger-verify.mjs {ledger.fileName}</code>
            </pre>
            <p className="mt-3 text-xs text-muted wrap-anywhere">
              The latest hash is <code>{ledger.head}</code>.
            </p>
          </>
        ) : (
          <p className="mt-3 text-sm">Your ledger starts with the first sale on which you owe commission.</p>
        )}
        {written.length > 0 && <Written written={written} />}
      </section>
    </>
  )
}

function Written({ written }: Pick<InvoicesPageProps, 'written'>) {
  return (
    <>
      <h3 className="mt-8 font-sans text-base font-semibold">Waivers and manual entries</h3>
      <ul className="mt-3 border-t border-line text-sm">
        {written.map(({ seq, saleId, amountMinor, currency, reason, effectiveAt }) => (
          <li key={seq} className="flex justify-between gap-x-6 border-b border-line py-2.5">
            <div className="min-w-0">
              <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
              <p className="text-xs text-muted">
                Entry {seq}, {formatDate(effectiveAt)}
                {saleId && (
                  <>
                    {', '}
                    <Link to={dashboardPaths.sale(saleId)} className="link">
                      view sale{' '}
                    </Link>
                  </>
                )}
              </p>
            </div>
            <p className="shrink-0 tabular-nums">{formatMoney(amountMinor, currency)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function columnsAt(now: Date): Array<Column<Invoice>> {
  return [
    {
      name: 'Invoice ID',
      className: 'order-1 min-w-0',
      cell: ({ id, number, kind }) => (
        <>
          <RowLink to={dashboardPaths.invoice(id)}>{number}</RowLink>
          {kind === 'credit_note' && <span className="ml-2 text-xs text-muted">credit note</span>}
        </>
      ),
    },
    { name: 'Date', className: 'order-3 text-muted', cell: ({ issuedAt }) => formatDate(issuedAt) },
    {
      name: 'Due',
      className: 'order-4 text-right text-muted lg:text-left',
      cell: ({ kind, dueOn }) =>
        kind === 'credit_note' ? (
          '-'
        ) : (
          <>
            <span className="lg:hidden">due </span>
            {formatDate(dueOn)}
          </>
        ),
    },
    {
      name: 'Amount',
      className: 'order-2 text-right whitespace-nowrap tabular-nums lg:text-left',
      cell: ({ kind, grossMinor, payableMinor, currency }) =>
        formatMoney(kind === 'credit_note' ? grossMinor : payableMinor, currency),
    },
    {
      name: 'Status',
      className: 'order-5 col-span-2 text-left! lg:text-right!',
      isAtEnd: true,
      cell: ({ status, kind, dueOn }) => (
        <StateMark
          {...(kind === 'credit_note' && status === 'open'
            ? { name: 'Credit', colour: 'text-good' }
            : invoiceState(status, endOf(dueOn) < now))}
        />
      ),
    },
  ]
}

const endOf = (day: Date): Date => new Date(day.getTime() + 86_400_000)

function NoInvoices() {
  return (
    <table className="mt-8 w-full border-t border-line text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-muted">
          {HEADS.map((head) => (
            <th key={head} scope="col" className="py-2 pr-5 font-normal last:pr-0 last:text-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line">
          <td colSpan={HEADS.length} className="py-10 text-center">
            <p className="font-medium">No invoices yet</p>
            <p className="mx-auto mt-1 max-w-[48ch] text-muted">
              You get your first invoice after your first confirmed sale. For rates, see{' '}
              <Link to={dashboardPaths.storeSettings('billing')} className="link">
                your plan
              </Link>
              .
            </p>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
