import { Act, Asking } from '#app/components/act-form.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { ApprovalsQuery } from '#server/two-people/approvals.schema.ts'
import { Refusal } from './refusal.tsx'
import { WhoDecides } from './who-decides.tsx'

type Approvals = RouterOutputs['admin']['money']['approvals']
type Approval = Approvals['items'][number]

const ACTIONS: Record<Approval['action'], string> = {
  dispute_void: 'Void disputed sale',
  plan_activation: 'Plan for new partners',
  plan_offer: 'Plan offer',
  hand_over: 'New store owner',
  payment: 'Invoice payment',
  statement_payments: 'Payments from a bank statement',
  seller_bank: 'Bank account on invoices',
  unusual_rates: 'Unusual exchange rates',
}
const STATES = {
  open: 'Open',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  elapsed: 'Took effect after a day',
}

/** Actions that need a second administrator. */
export function ApprovalsPage({
  list: { items, counts, page, totalPages },
  query: { state },
}: {
  list: Approvals
  query: ApprovalsQuery
}) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Approvals"
        hint="Actions that move money need two administrators: one to propose and another to approve. Neither may have given the other admin access. New administrators can take part after seven days."
      />
      <Refusal shown={[]} />
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={(['open', 'decided'] as const).map((each) => ({
          name: each === 'open' ? 'Waiting' : 'Decided',
          count: counts[each],
          href: adminPaths.adminApprovals({ state: each }),
          isCurrent: state === each,
        }))}
      />
      {items.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {items.map((approval) => (
            <Row key={approval.id} approval={approval} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title={state === 'open' ? 'No open proposals' : 'No decisions yet'}>
          {state === 'open'
            ? 'Proposals that need a second administrator appear here.'
            : 'Approved, rejected and withdrawn proposals appear here.'}
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(to) => adminPaths.adminApprovals({ state, page: to })}
      />
    </>
  )
}

function Row({ approval }: { approval: Approval }) {
  const { action, partner, summary, status } = approval
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <p className="flex flex-wrap gap-x-4">
        <span className="font-medium">{ACTIONS[action]}</span>
        {partner && (
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        )}
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{summary}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        <span className="wrap-anywhere">
          Proposed by {approval.proposedBy}, <ExactTime date={approval.proposedAt} /> UTC
        </span>
        {approval.decidedAt && (
          <span className="wrap-anywhere">
            {STATES[status]}
            {status !== 'elapsed' && ` by ${approval.decidedBy}`}, <ExactTime date={approval.decidedAt} /> UTC
          </span>
        )}
      </p>
      {approval.deciding && <WhoDecides {...approval.deciding} />}
      {status === 'open' && <Decide approval={approval} />}
    </li>
  )
}

function Decide({ approval: { id, action, isOwn, deciding } }: { approval: Approval }) {
  const fields = { approvalId: id }
  if (isOwn)
    return (
      <Act form={`withdraw ${id}`} fields={fields} busy="Withdrawing...">
        Withdraw
      </Act>
    )
  return (
    <div className="flex flex-wrap gap-x-8">
      {!deciding?.obstacle && (
        <Asking label="Approve" who={ACTIONS[action]}>
          <p className="text-muted">This takes effect immediately. We may ask for your password.</p>
          <Act form={`approve ${id}`} fields={fields} busy="Approving..." isFinal>
            Approve
          </Act>
        </Asking>
      )}
      {deciding?.canReject !== false && (
        <Asking label="Reject" who={ACTIONS[action]}>
          <p className="text-muted">Nothing changes. Any administrator can propose it again.</p>
          <Act form={`reject ${id}`} fields={fields} busy="Rejecting..." isFinal>
            Reject
          </Act>
        </Asking>
      )}
    </div>
  )
}
