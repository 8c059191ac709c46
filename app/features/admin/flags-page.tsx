import { Link } from '#app/components/link.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatDate, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { TakesEffect } from './money/takes-effect.tsx'
import { WhoDecides } from './money/who-decides.tsx'
import { FLAGS } from '#server/sales/flags.values.ts'

type Flags = RouterOutputs['admin']['flags']

/** Flagged sales and stores to review, with the evidence. A flag alone has no penalty. */
export function FlagsPage({ list: { flags, page, totalPages, waitingForRate } }: { list: Flags }) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Flags"
        hint="Unusual sales and stores, with evidence. A flagged sale is on hold until an administrator decides."
      />
      {waitingForRate.length > 0 && (
        <section className="mt-8 max-w-3xl text-sm" aria-labelledby="rates">
          <h2 id="rates" className="text-xl">
            Sales without an exchange rate
          </h2>
          <p className="mt-1 text-muted">
            No commission is due until we have a rate. Then we process these sales within an hour.
          </p>
          <ul className="mt-3 border-t border-line">
            {waitingForRate.map(({ currency, sales, since }) => (
              <li key={currency} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-5 border-b border-line py-3">
                <span className="font-medium">{currency}</span>
                <span className="flex flex-wrap gap-x-5">
                  <span className="min-w-16 tabular-nums">
                    {sales === 1 ? '1 sale' : `${formatCount(sales)} sales`}
                  </span>
                  {since && <span className="text-muted">The first order was on {formatDate(since)}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {flags.length > 0 ? (
        <ul className="mt-8 border-t border-line">
          {flags.map((flag) => (
            <li key={flag.id} className="border-b border-line py-3.5 text-sm">
              <p className="font-medium">{FLAGS[flag.kind]}</p>
              <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
                <Link to={adminPaths.adminPartner(flag.partner.id)} className="link wrap-anywhere">
                  {flag.partner.businessName}
                </Link>
                {flag.conversion && (
                  <span className="wrap-anywhere">
                    Order {flag.conversion.orderName || flag.conversion.externalId},{' '}
                    {formatMoney(flag.conversion.netMinor, flag.conversion.currency)}, {flag.conversion.status}
                  </span>
                )}
                <span>
                  <ExactTime date={flag.raisedAt} /> UTC
                </span>
              </p>
              <p className="mt-1 text-muted wrap-anywhere">
                {Object.entries(flag.evidence)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
              </p>
              {flag.found && (
                <p className="mt-1 wrap-anywhere">
                  {flag.found.isOwn ? 'You have' : `${flag.found.by} has`} rejected it: {flag.found.finding}
                  <span className="block">
                    <TakesEffect {...flag.found} />
                  </span>
                </p>
              )}
              {flag.found && <WhoDecides {...flag.found} />}
              <Resolve flag={flag} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title="Nothing to review">
          Unusual sales and stores appear here.
        </EmptyState>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={(to) => adminPaths.adminFlags({ page: to })} />
    </>
  )
}

function Resolve({ flag: { id: flagId, conversion, found } }: { flag: Flags['flags'][number] }) {
  const isOfSale = conversion !== null
  const form = usePageForm(`resolve ${flagId}`)
  const { Form } = form
  const button = { form, busy: 'One moment...', look: 'quiet', className: 'px-7' } as const
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">Resolve</summary>
      <Form {...form.props} className="grid max-w-2xl gap-4 pt-1 pb-3">
        <input type="hidden" name="form" value={`resolve ${flagId}`} />
        <input type="hidden" name="flagId" value={flagId} />
        <input type="hidden" name="worth" value={conversion ? `${conversion.netMinor} ${conversion.currency}` : ''} />
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField form={form} name="resolution" label="Your findings, shown to the partner" required rows={3} />
        {isOfSale && (
          <p className="text-sm text-muted">
            An accepted sale is confirmed after its lock period. No commission is due for a rejected sale, even if it is
            already invoiced. A second administrator has to approve a rejection. For small amounts, it takes effect
            after a day instead, unless an administrator accepts the sale first. We email the partner about each step.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton {...button} name="outcome" value="counts">
            {isOfSale ? 'Accept the sale' : 'Resolve this flag'}
          </SubmitButton>
          {isOfSale && !found?.obstacle && (
            <SubmitButton {...button} name="outcome" value="does_not_count">
              Reject the sale
            </SubmitButton>
          )}
        </div>
      </Form>
    </details>
  )
}
