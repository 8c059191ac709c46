import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatCount } from '#app/lib/format.ts'
import { RecordPayments } from './record-payments.tsx'
import { Refusal } from './refusal.tsx'
import { StatementLine, type Statement, type StatementGroup } from './statement-line.tsx'
import { UndoPayment } from './undo-payment.tsx'

const LATER = 'You can record these once the proposal above is decided.'
const GROUPS = {
  proposed: {
    title: 'Waiting for approval',
    text: 'The invoices are marked as paid once a second administrator approves.',
  },
  exact: { title: 'Exact matches', text: LATER },
  name: { title: 'Suggestions', text: LATER },
  differs: {
    title: 'Needs checking',
    text: 'These cannot be recorded here. Settle any difference with the partner. If a payment belongs to an invoice, mark the invoice as paid on the Invoices page.',
  },
  none: { title: 'No invoice found', text: 'No open invoice has the same reference, or the same amount and payer.' },
  recorded: { title: 'Recorded', text: 'The invoices are marked as paid. You can undo each payment once.' },
  undone: {
    title: 'Undone',
    text: 'These payments are not proposed again. If a match was correct after all, mark the invoice as paid yourself.',
  },
} as const

/** A statement's payments, grouped by how they match invoices. */
export function StatementPage({ statement }: { statement: Statement }) {
  const { fileName, uploadedAt, isUnsigned, known, ignored, unread, problems, groups, waiting, page, totalPages } =
    statement
  const isOpen = !waiting && groups.exact.rows.length + groups.name.rows.length > 0
  const shown = (Object.keys(GROUPS) as Array<keyof typeof GROUPS>).filter(
    (name) => groups[name].rows.length > 0 && !(isOpen && (name === 'exact' || name === 'name')),
  )
  const isEmpty = Object.values(groups).every(({ count }) => count === 0)
  return (
    <div>
      <BackLink fallback={adminPaths.adminStatements()} label="Bank statements" />
      <h1 className="mt-4 text-(length:--text-section) leading-none wrap-anywhere">{fileName || 'Pasted statement'}</h1>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span>
          Uploaded <ExactTime date={uploadedAt} /> UTC
        </span>
        {known > 0 && <span>{formatCount(known)} uploaded before</span>}
        {ignored > 0 && <span>{formatCount(ignored)} outgoing or pending, ignored</span>}
      </p>
      <Refusal shown={['record']} />
      {unread > 0 && (
        <section className="notice mt-6 max-w-3xl text-sm" aria-labelledby="unread">
          <h2 id="unread" className="font-medium">
            {unread === 1 ? 'One row could not be read' : `${formatCount(unread)} rows could not be read`}
          </h2>
          <ul className="mt-1">
            {problems.map(({ line, reason }) => (
              <li key={line} className="wrap-anywhere">
                Line {formatCount(line)}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isUnsigned && isOpen && (
        <p className="notice mt-6 max-w-3xl text-sm">
          This statement doesn’t say which payments are incoming, so we haven’t ticked any. Tick only those that you
          have received.
        </p>
      )}
      {waiting && (
        <p className="notice mt-6 max-w-3xl text-sm">
          {waiting.count === 1 ? '1 payment is' : `${formatCount(waiting.count)} payments are`} waiting for a second
          administrator.{' '}
          <Link to={adminPaths.adminApprovals()} className="link">
            {waiting.isOwn ? 'See the proposal' : 'Approve or reject it'}
          </Link>
        </p>
      )}
      {isEmpty && (
        <EmptyState drawing="no-results" title="No new payments">
          {known > 0
            ? 'All of these payments were on earlier statements.'
            : 'We could not read any payments on this statement.'}
        </EmptyState>
      )}
      {isOpen && <RecordPayments statement={statement} />}
      {shown.map((name) => (
        <Group key={name} name={name} {...GROUPS[name]} group={groups[name]} />
      ))}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(to) => adminPaths.adminStatement(statement.id, { page: to })}
      />
    </div>
  )
}

function Group({ name, title, text, group }: { name: string; title: string; text: string; group: StatementGroup }) {
  return (
    <section className="mt-10 max-w-4xl text-sm" aria-labelledby={name}>
      <h2 id={name} className="text-xl">
        {title} <span className="text-muted tabular-nums">{formatCount(group.count)}</span>
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{text}</p>
      <ul className="mt-3 border-t border-line">
        {group.rows.map((line) => (
          <li key={line.id} className="border-b border-line py-3">
            <StatementLine line={line} />
            {name === 'recorded' && <UndoPayment line={line} />}
          </li>
        ))}
      </ul>
      {group.count > group.rows.length && (
        <p className="mt-3 text-muted">
          Showing {formatCount(group.rows.length)} of {formatCount(group.count)} on this page.
        </p>
      )}
    </section>
  )
}
