import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'

export type MonthsPreview = RouterOutputs['admin']['money']['previewMonths']

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const salesOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'sale' : 'sales'}`
const REASONS: Record<MonthsPreview['none'][number]['reason'], (sales: number) => string> = {
  invoiced: () => 'Already invoiced. Entries made since then will appear on the next invoice.',
  zero: () => 'Nothing to invoice: charges and credits cancel out. They will appear on the next invoice.',
  unconfirmed: (sales) => `${salesOf(sales)} not confirmed yet.`,
  held: (sales) => `${salesOf(sales)} on hold or disputed.`,
}

/** Preview of the invoices that closing the month issues, with the button to close it. */
export function CloseMonths({ preview: { month, issued, more, none } }: { preview: MonthsPreview }) {
  const form = usePageForm('close')
  const { Form } = form
  const name = MONTH.format(month)
  return (
    <section className="mt-6 rounded-3xl border border-line p-5 text-sm sm:p-7" aria-labelledby="close">
      <h2 id="close" className="text-2xl leading-tight">
        Close {name}
      </h2>
      <p className="mt-2 max-w-[64ch] text-muted">
        We do this every night at 02:15 UTC for months that have ended. Closing issues the invoices below and emails the
        partners. You cannot undo it.
      </p>
      {issued.length > 0 ? (
        <ul className="mt-4 border-t border-line">
          {issued.map((one) => (
            <li
              key={`${one.partnerId} ${one.currency} ${one.month.toISOString()}`}
              className="border-b border-line py-3"
            >
              <div className="flex flex-wrap items-baseline justify-between gap-x-8">
                <Link to={adminPaths.adminPartner(one.partnerId)} className="link wrap-anywhere">
                  {one.businessName}
                </Link>
                <p className="font-medium tabular-nums">{formatMoney(one.grossMinor, one.currency)}</p>
              </div>
              <p className="mt-1 flex flex-wrap gap-x-5 text-muted tabular-nums">
                <span>{one.kind === 'invoice' ? `Invoice for ${MONTH.format(one.month)}` : 'Credit note'}</span>
                <span>{salesOf(one.sales)} confirmed</span>
                <span>Commission {formatMoney(one.netMinor, one.currency)}</span>
                <span>VAT {formatMoney(one.vatMinor, one.currency)}</span>
                {one.kind === 'invoice' && <span>Amount due {formatMoney(one.payableMinor, one.currency)}</span>}
              </p>
            </li>
          ))}
        </ul>
      ) : more > 0 ? null : (
        <p className="mt-4">There is nothing to invoice. All ended months are closed.</p>
      )}
      {more > 0 && (
        <p className="mt-3 text-muted">
          {formatCount(more)} more {more === 1 ? 'partner has' : 'partners have'} entries to invoice that we couldn’t
          preview. Closing includes them.
        </p>
      )}
      {none.length > 0 && (
        <>
          <h3 className="mt-6 text-base">No invoice</h3>
          <ul className="mt-2 border-t border-line">
            {none.map(({ partnerId, businessName, reason, sales }) => (
              <li key={`${partnerId} ${reason}`} className="flex flex-wrap gap-x-5 border-b border-line py-2.5">
                <Link to={adminPaths.adminPartner(partnerId)} className="link wrap-anywhere">
                  {businessName}
                </Link>
                <span className="text-muted">{REASONS[reason](sales)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-muted">Partners with no sales awaiting an invoice are not listed.</p>
      {issued.length + more > 0 && (
        <Form {...form.props} className="mt-5 flex flex-wrap items-center gap-4">
          <input type="hidden" name="form" value="close" />
          <input type="hidden" name="month" value={month.toISOString().slice(0, 7)} />
          <FormMessage>{form.message}</FormMessage>
          <SubmitButton form={form} busy="Closing..." className="px-7">
            Close {name}
          </SubmitButton>
          <Link to={adminPaths.adminInvoices()} className="link inline-flex min-h-11 items-center">
            Cancel
          </Link>
        </Form>
      )}
    </section>
  )
}
