import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Refusal } from './refusal.tsx'
import { TakesEffect } from './takes-effect.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { LEVELS, SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { DisputesQuery } from '#server/sales/disputes/disputes.schema.ts'
import { FLAGS, type FlagKind } from '#server/sales/flags.values.ts'

type Disputes = RouterOutputs['admin']['money']['disputes']
type Dispute = Disputes['items'][number]

/** Sales that partners dispute, with the evidence next to the partner's reason. */
export function DisputesPage({
  list: { items, counts, page, totalPages },
  query: { state },
}: {
  list: Disputes
  query: DisputesQuery
}) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Disputes"
        hint="A disputed sale is neither confirmed nor invoiced until an administrator decides."
      />
      <Refusal shown={items.filter(({ outcome }) => !outcome).map(({ id }) => `decide ${id}`)} />
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={(['open', 'decided'] as const).map((each) => ({
          name: each === 'open' ? 'Open' : 'Decided',
          count: counts[each],
          href: adminPaths.adminDisputes({ state: each }),
          isCurrent: state === each,
        }))}
      />
      {items.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {items.map((dispute) => (
            <Row key={dispute.id} dispute={dispute} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title="No disputes">
          {state === 'open' ? 'Sales that partners dispute appear here.' : 'Decided disputes appear here.'}
        </EmptyState>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={(to) => adminPaths.adminDisputes({ state, page: to })} />
    </>
  )
}

function Row({ dispute }: { dispute: Dispute }) {
  const { id, partner, sale, reason, openedAt, outcome, decision, waiting } = dispute
  return (
    <li className="border-b border-line py-5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <h2 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">Order {sale.order}</h2>
        <StateMark {...SALE_STATES[sale.status]} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
          {partner.businessName}
        </Link>
        <span>
          Disputed <ExactTime date={openedAt} /> UTC
        </span>
      </p>
      <div className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
        <Side title="The partner's reason">
          <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
          {outcome && (
            <>
              <p className="mt-4 font-medium">
                {outcome === 'stands' ? 'Decision: the sale stands' : 'Decision: the sale is void'}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{decision}</p>
            </>
          )}
        </Side>
        <Side title="Evidence">
          <Evidence sale={sale} />
        </Side>
      </div>
      <details className="ask mt-3">
        <summary className="link inline-flex min-h-11 items-center">
          History<span className="sr-only">: order {sale.order}</span>
        </summary>
        <ul className="grid gap-1 pb-2">
          {sale.transitions.map(({ to, reason: why, actor, at }, index) => (
            <li key={index} className="wrap-anywhere">
              <span className="text-muted tabular-nums">
                <ExactTime date={at} />
              </span>{' '}
              {SALE_STATES[to].name}
              {why && `: ${why}`} ({actor})
            </li>
          ))}
        </ul>
      </details>
      {waiting && (
        <p className="notice mt-3 max-w-2xl wrap-anywhere">
          {waiting.by} proposed to void this sale. <TakesEffect {...waiting} />{' '}
          <Link to={adminPaths.adminApprovals()} className="link">
            See the proposal
          </Link>
        </p>
      )}
      {!outcome && <Decide disputeId={id} sale={sale} />}
    </li>
  )
}

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-sans text-sm text-muted">{title}</h3>
    {children}
  </section>
)

function Evidence({ sale }: { sale: Dispute['sale'] }) {
  const { click, matchLevel, signals, flags, ledgerCurrency } = sale
  return (
    <ul className="grid gap-1.5 wrap-anywhere">
      <li>
        {formatMoney(sale.netMinor, sale.currency)} ordered on <ExactTime date={sale.orderedAt} /> UTC
        {ledgerCurrency && `, ${formatMoney(sale.owedMinor, ledgerCurrency)} commission`}
      </li>
      <li>{matchLevel ? LEVELS[matchLevel].name : 'No match'}</li>
      <li>
        {click ? (
          <>
            Click {click.id}, <ExactTime date={click.clickedAt} /> UTC, on {click.surface}
            {click.agent && ` (${click.agent})`}, shown at {formatMoney(click.priceMinor, click.currency)}
          </>
        ) : (
          'Click no longer stored'
        )}
      </li>
      {signals.map(({ level, from, verdict, reason }, index) => (
        <li key={index} className="text-muted">
          {level}, {from}: {verdict}
          {reason && `, ${reason}`}
        </li>
      ))}
      {flags.map(({ kind, resolvedAt, resolution }) => (
        <li key={kind} className={resolvedAt ? 'text-muted' : 'text-sale'}>
          {FLAGS[kind as FlagKind]}
          {resolution && `: ${resolution}`}
        </li>
      ))}
    </ul>
  )
}

function Decide({ disputeId, sale }: { disputeId: string; sale: Dispute['sale'] }) {
  const form = usePageForm(`decide ${disputeId}`)
  const { Form } = form
  const button = { form, busy: 'One moment...', look: 'quiet', className: 'px-7', name: 'outcome' } as const
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">
        Decide<span className="sr-only"> on order {sale.order}</span>
      </summary>
      <Form {...form.props} className="grid max-w-2xl gap-4 pt-1 pb-3">
        <input type="hidden" name="form" value={`decide ${disputeId}`} />
        <input type="hidden" name="disputeId" value={disputeId} />
        <input type="hidden" name="worth" value={`${sale.netMinor} ${sale.currency}`} />
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField form={form} name="decision" label="Your findings, shown to the partner" required rows={3} />
        <p className="text-muted">
          If the sale stands, nothing changes. If you void it, no commission is due, and any invoiced commission is
          credited. You cannot undo this.
        </p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton {...button} value="stands">
            The sale stands
          </SubmitButton>
          <SubmitButton {...button} value="does_not_count">
            Void the sale
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
