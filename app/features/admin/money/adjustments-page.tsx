import { Link } from '#app/components/link.tsx'
import { Refusal } from './refusal.tsx'
import { WhoDecides } from './who-decides.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { ADJUSTMENT_STATES, type AdjustmentsQuery } from '#server/sales/adjustments/adjustments.schema.ts'

type Adjustments = RouterOutputs['admin']['money']['adjustments']
type Adjustment = Adjustments['items'][number]

const NAMES = { proposed: 'To approve', approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn' }

/** Manual ledger entries: one administrator proposes, another approves. */
export function AdjustmentsPage({
  list: { items, about, counts, page, totalPages },
  query: { status },
}: {
  list: Adjustments
  query: AdjustmentsQuery
}) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Adjustments"
        hint="Waivers and manual entries. A second, independent administrator must approve each one. Approved entries are permanent and appear on the partner's next invoice."
      />
      <Refusal shown={['propose', ...items.filter(({ isOwn }) => !isOwn).map(({ id }) => `reject ${id}`)]} />
      {about ? (
        <Propose about={about} />
      ) : (
        <p className="mt-4 max-w-[64ch] text-sm text-muted">
          To propose an adjustment, open the{' '}
          <Link to={adminPaths.adminSales()} className="link">
            sale
          </Link>{' '}
          or{' '}
          <Link to={adminPaths.adminPartners()} className="link">
            partner
          </Link>{' '}
          and choose “Propose an adjustment”.
        </p>
      )}
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={ADJUSTMENT_STATES.map((each) => ({
          name: NAMES[each],
          count: counts[each],
          href: adminPaths.adminAdjustments({ status: each }),
          isCurrent: status === each,
        }))}
      />
      {items.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {items.map((adjustment) => (
            <Row key={adjustment.id} adjustment={adjustment} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title="No adjustments">
          {status === 'proposed'
            ? 'Proposals that need a second administrator appear here.'
            : 'No proposals have this status.'}
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(to) => adminPaths.adminAdjustments({ status, page: to })}
      />
    </>
  )
}

function Row({ adjustment }: { adjustment: Adjustment }) {
  const { partner, conversion, kind, amountMinor, currency, reason, decision } = adjustment
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <p className="min-w-0">
          <span className="mr-3 font-medium">{kind === 'waiver' ? 'Waiver' : 'Manual entry'}</span>
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        </p>
        <p className="tabular-nums">{formatMoney(amountMinor, currency)}</p>
      </div>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        {conversion && (
          <Link to={adminPaths.adminSale(conversion.id)} className="link wrap-anywhere">
            Order {conversion.orderName || conversion.externalId}
          </Link>
        )}
        <span className="wrap-anywhere">
          Proposed by {adjustment.proposedBy}, <ExactTime date={adjustment.proposedAt} /> UTC
        </span>
        {adjustment.decidedAt && (
          <span className="wrap-anywhere">
            {NAMES[adjustment.status]} by {adjustment.decidedBy}, <ExactTime date={adjustment.decidedAt} /> UTC
          </span>
        )}
      </p>
      {decision && <p className="mt-1 wrap-anywhere">Rejected: {decision}</p>}
      {adjustment.deciding && <WhoDecides {...adjustment.deciding} />}
      {adjustment.status === 'proposed' && <Decide adjustment={adjustment} />}
    </li>
  )
}

function Decide({ adjustment: { id, isOwn, deciding, partner, amountMinor, currency } }: { adjustment: Adjustment }) {
  const form = usePageForm(`reject ${id}`)
  const { Form } = form
  if (isOwn)
    return (
      <Act form={`withdraw ${id}`} fields={{ adjustmentId: id }} busy="Withdrawing...">
        Withdraw
      </Act>
    )
  return (
    <div className="flex flex-wrap gap-x-8">
      {!deciding?.obstacle && (
        <Asking label="Approve" who={partner.businessName}>
          <p className="text-muted">
            We add {formatMoney(amountMinor, currency)} to the ledger of {partner.businessName}. Entries cannot be
            changed, only corrected by another entry. The partner gets an email.
          </p>
          <Act form={`approve ${id}`} fields={{ adjustmentId: id }} busy="Approving..." isFinal>
            Approve this entry
          </Act>
        </Asking>
      )}
      {deciding?.canReject !== false && (
        <details className="ask" open={form.isRefused}>
          <summary className="link inline-flex min-h-11 items-center">
            Reject<span className="sr-only"> {partner.businessName}</span>
          </summary>
          <Form {...form.props} className="grid max-w-2xl gap-4 pt-1 pb-3">
            <input type="hidden" name="form" value={`reject ${id}`} />
            <input type="hidden" name="adjustmentId" value={id} />
            <FormMessage>{form.message}</FormMessage>
            <TextAreaField
              form={form}
              name="reason"
              label="Reason, shown to the person who proposed it"
              required
              rows={2}
            />
            <SubmitButton form={form} busy="Rejecting..." look="quiet" className="justify-self-start px-7">
              Reject this entry
            </SubmitButton>
          </Form>
        </details>
      )}
    </div>
  )
}

function Propose({ about: { partner, sale } }: { about: NonNullable<Adjustments['about']> }) {
  const form = usePageForm('propose')
  const { Form } = form
  return (
    <section className="mt-6" aria-labelledby="propose">
      <h2 id="propose" className="text-xl wrap-anywhere">
        {sale ? `Propose an entry for order ${sale.name}` : `Propose an entry for ${partner.businessName}`}
      </h2>
      <p className="mt-1 max-w-[64ch] text-sm text-muted">
        {sale
          ? `This sale belongs to ${partner.businessName}.`
          : 'This entry is not about a single sale. To adjust a sale, start from its page.'}
      </p>
      <Form {...form.props} className="mt-4 grid max-w-xl gap-4 pb-3">
        <input type="hidden" name="form" value="propose" />
        <input type="hidden" name="partnerId" value={partner.id} />
        <input type="hidden" name="saleId" value={sale?.id ?? ''} />
        <FormMessage>{form.message}</FormMessage>
        <SelectField form={form} name="kind" label="Kind" defaultValue="waiver">
          <option value="waiver">Waiver (reduces what the partner owes)</option>
          <option value="manual">Manual entry (reduces or increases it)</option>
        </SelectField>
        <Field
          form={form}
          name="amount"
          label="Amount in the currency of the partner's ledger"
          hint="Use a minus sign to reduce the balance: -12.50. It cannot exceed what the partner owes."
          inputMode="text"
          required
        />
        <TextAreaField form={form} name="reason" label="Reason, shown to the partner" required rows={3} />
        <SubmitButton form={form} busy="Proposing..." look="quiet" className="justify-self-start px-7">
          Propose this entry
        </SubmitButton>
      </Form>
    </section>
  )
}
