import { Link } from '#app/components/link.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invoiceState } from '#app/parts/sales/invoice-states.ts'
import { ALL_INVOICES, type AllInvoicesQuery } from '#server/sales/sales-for-admins.schema.ts'
import { CloseMonths, type MonthsPreview } from './money/close-months.tsx'
import { PartnerMark } from './partner-mark.tsx'

type Invoices = RouterOutputs['admin']['invoices']
type Invoice = Invoices['invoices'][number]

const NAMES = { open: 'Open', paid: 'Paid', settled: 'Settled with credit' }

/** All partners' invoices, by due date. */
export function AllInvoicesPage({
  list: { invoices, counts, page, totalPages, hasSeller, openCredit },
  preview,
  query: { status },
  now,
}: {
  list: Invoices
  preview: MonthsPreview | null
  query: AllInvoicesQuery
  now: Date
}) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Invoices"
        hint="Monthly invoices for all partners. Marking an invoice as paid does not move any money. It is recorded in the audit log."
      />
      {!hasSeller && (
        <p className="notice mt-6 max-w-3xl text-sm">
          Invoices do not show a seller, VAT or a bank account yet.{' '}
          <Link to={adminPaths.adminSeller()} className="link">
            Enter the seller details
          </Link>
          . A second administrator has to approve the bank account.
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 text-sm">
        <Link to={adminPaths.adminSeller()} className="link inline-flex min-h-11 items-center">
          Seller details
        </Link>
        <Link
          to={adminPaths.adminInvoices({ status, close: 'preview' })}
          className="link inline-flex min-h-11 items-center"
        >
          Close the month
        </Link>
        <Link to={adminPaths.adminStatements()} className="link inline-flex min-h-11 items-center">
          Bank statements
        </Link>
        <a href={adminPaths.adminInvoicesFile()} download className="link inline-flex min-h-11 items-center">
          Export all as CSV
        </a>
      </p>
      {preview && <CloseMonths preview={preview} />}
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={ALL_INVOICES.map((each) => ({
          name: NAMES[each],
          count: counts[each],
          href: adminPaths.adminInvoices({ status: each }),
          isCurrent: status === each,
        }))}
      />
      {invoices.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} now={now} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title={status === 'open' ? 'No open invoices' : 'Nothing here'}>
          {status === 'open' ? 'New invoices appear here after each month ends.' : 'No invoices have this status.'}
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(to) => adminPaths.adminInvoices({ status, page: to })}
      />
      {openCredit.length > 0 && <OpenCredit openCredit={openCredit} />}
    </>
  )
}

function OpenCredit({ openCredit }: Pick<Invoices, 'openCredit'>) {
  return (
    <section className="mt-12 text-sm" aria-labelledby="credit">
      <h2 id="credit" className="text-xl">
        Unused credit
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        Credit that partners have not used yet. It is deducted from their next invoices. Partners who are not approved
        may not receive another invoice, so their credit may stay unused.
      </p>
      <ul className="mt-3 border-t border-line">
        {openCredit.map(({ partnerId, businessName, status, currency, openMinor, since }) => (
          <li key={`${partnerId} ${currency}`} className="border-b border-line py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-8">
              <Link to={adminPaths.adminPartner(partnerId)} className="link wrap-anywhere">
                {businessName}
              </Link>
              <p className="tabular-nums">{formatMoney(openMinor, currency)}</p>
            </div>
            <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
              <span>Since {formatDate(since)}</span>
              {status !== 'approved' && <PartnerMark status={status} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ invoice, now }: { invoice: Invoice; now: Date }) {
  const { id, number, partner, payableMinor, currency, dueOn, status, paidAt, paymentNote } = invoice
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <p className="min-w-0">
          <span className="mr-3 font-medium">{number}</span>
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        </p>
        <p className="tabular-nums">{formatMoney(payableMinor, currency)}</p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        <StateMark {...invoiceState(status, dueOn.getTime() + 86_400_000 < now.getTime())} />
        <span>Due {formatDate(dueOn)}</span>
        {paidAt && <span>Paid {formatDate(paidAt)}</span>}
        {paymentNote && <span className="wrap-anywhere">{paymentNote}</span>}
        {[
          { name: 'PDF', href: adminPaths.adminInvoiceFile(id) },
          { name: 'E-invoice', href: adminPaths.adminEInvoiceFile(id) },
        ].map(({ name, href }) => (
          <a key={name} href={href} download className="link">
            {name}
            <span className="sr-only"> for {number}</span>
          </a>
        ))}
      </p>
      {status === 'open' && payableMinor > 0 && <MarkPaid invoice={invoice} />}
    </li>
  )
}

function MarkPaid({ invoice: { id, number, payableMinor, currency } }: { invoice: Invoice }) {
  const form = usePageForm(`paid ${id}`)
  const { Form } = form
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">
        Mark as paid<span className="sr-only">: {number}</span>
      </summary>
      <Form {...form.props} className="grid max-w-md gap-4 pt-1 pb-3">
        <input type="hidden" name="form" value={`paid ${id}`} />
        <input type="hidden" name="invoiceId" value={id} />
        <FormMessage>{form.message}</FormMessage>
        <p className="text-muted">
          Confirm that {formatMoney(payableMinor, currency)} has arrived for {number}. Its sales are marked as paid, and
          we email the partner a receipt. You cannot undo this.
        </p>
        <Field form={form} name="note" label="Note, such as the payment reference" maxLength={300} />
        <SubmitButton form={form} busy="One moment..." look="quiet" className="justify-self-start px-7">
          Mark {number} as paid
        </SubmitButton>
      </Form>
    </details>
  )
}
