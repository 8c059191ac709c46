import { mailKindName } from './mail-kinds.ts'
import { MAIL_STATE_NAMES, MailStatus } from './mail-status.tsx'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { MailState } from '#server/mail/outbox.schema.ts'

type Outbox = RouterOutputs['admin']['outbox']

const STATES = Object.keys(MAIL_STATE_NAMES) as MailState[]
const COLUMNS: Array<Column<Outbox['mails'][number]>> = [
  {
    name: 'Created (UTC)',
    className: 'order-2 whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
  {
    name: 'To',
    className: 'order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] lg:max-w-64',
    cell: ({ toAddress }) => toAddress,
  },
  {
    name: 'Subject',
    className: 'order-1 min-w-0',
    cell: ({ id, subject }) => <RowLink to={adminPaths.outboxMail(id)}>{subject}</RowLink>,
  },
  { name: 'Kind', className: 'order-5 hidden text-muted', cell: ({ kind }) => mailKindName(kind) },
  { name: 'Status', className: 'order-4 lg:max-w-80', cell: (mail) => <MailStatus mail={mail} /> },
  {
    name: 'Attempts',
    className: 'order-6 self-end text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ attempts }) => (
      <>
        {attempts}
        <span className="lg:hidden"> {attempts === 1 ? 'attempt' : 'attempts'}</span>
      </>
    ),
  },
]

/** All emails, sent, queued or failed. */
export function OutboxPage({
  outbox: { mails, page, totalPages, counts },
  state,
  to,
}: {
  outbox: Outbox
  state: MailState | undefined
  to: string
}) {
  const all = counts.queued + counts.sent + counts.failed
  return (
    <>
      <TableHead
        area="Administration"
        title="Outbox"
        hint="Emails stay queued until a mail server accepts them. If none is set up, you can read the emails and open their links here."
      />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            { name: 'All', count: all, href: adminPaths.outbox({ to }), isCurrent: !state },
            ...STATES.map((each) => ({
              name: MAIL_STATE_NAMES[each],
              count: counts[each],
              href: adminPaths.outbox({ state: each, to }),
              isCurrent: state === each,
            })),
          ]}
        />
        <TableSearch
          action={adminPaths.outbox()}
          label="Emails"
          kept={{ state }}
          field={{ name: 'to', label: 'Email address', value: to }}
        />
      </div>
      <DataTable
        rows={mails}
        columns={COLUMNS}
        paging={{ page, totalPages, hrefFor: (number) => adminPaths.outbox({ state, to, page: number }) }}
        empty={
          <TableEmpty
            isFiltered={all > 0 || to !== ''}
            none={{
              title: 'No emails yet',
              text: 'Emails, such as sign-up confirmations, appear here immediately.',
            }}
            noMatch={{
              title: 'No matching emails',
              text: 'No emails match these filters.',
              action: 'Show all emails',
              href: adminPaths.outbox(),
            }}
          />
        }
      />
    </>
  )
}
