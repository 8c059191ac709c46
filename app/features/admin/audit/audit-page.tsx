import { Link } from '#app/components/link.tsx'
import { DataTable, type Column } from '#app/components/data-table/data-table.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { OlderRows } from '#app/components/data-table/older-rows.tsx'
import { TableDay, TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { AUDIT_ACTIONS, auditActionName } from '#server/operations/audit/audit-actions.values.ts'
import type { AuditFilter } from '#server/operations/audit/audit.schema.ts'

type Audit = RouterOutputs['admin']['audit']['list']
type Entry = Audit['entries'][number]

const COLUMNS: Array<Column<Entry>> = [
  {
    name: 'Time (UTC)',
    className: 'order-3 whitespace-nowrap text-muted tabular-nums',
    cell: ({ at }) => <ExactTime date={at} />,
  },
  { name: 'Who', className: 'order-2 min-w-0 wrap-anywhere lg:max-w-56', cell: (entry) => <Who entry={entry} /> },
  {
    name: 'Action',
    className: 'order-1 col-span-2 min-w-0 font-medium lg:max-w-56',
    cell: ({ action }) => auditActionName(action),
  },
  { name: 'About', className: 'order-4 min-w-0 wrap-anywhere lg:max-w-56', cell: (entry) => <Subject entry={entry} /> },
  {
    name: 'Details',
    className: 'order-5 col-span-2 min-w-0 wrap-anywhere lg:max-w-80',
    cell: (entry) => <Said entry={entry} />,
  },
  { name: 'Source', className: 'order-6 col-span-2 text-muted', cell: (entry) => <Where entry={entry} /> },
]

/** The audit log: who did what, when, from where, and what changed. */
export function AuditPage({
  audit: { entries, older },
  filter,
}: {
  audit: Audit
  filter: AuditFilter & { after?: string | undefined }
}) {
  const { after, ...found } = filter
  const isFiltered = Object.values(found).some(Boolean)
  const file = (format: 'csv' | 'jsonl') => adminPaths.auditFile({ ...found, format })
  return (
    <>
      <TableHead
        area="Administration"
        title="Audit log"
        hint="Entries cannot be changed or deleted. Downloads contain the filtered entries, up to 100,000."
        exportHref={file('csv')}
      />
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TableSearch
          action={adminPaths.adminAudit()}
          label="Audit log"
          kept={{ place: found.place }}
          field={{ name: 'about', label: 'About: ID, email or partner', value: found.about }}
        >
          <TableFilter
            name="action"
            label="Action"
            names={
              !found.action || Object.hasOwn(AUDIT_ACTIONS, found.action)
                ? AUDIT_ACTIONS
                : { [found.action]: auditActionName(found.action), ...AUDIT_ACTIONS }
            }
            chosen={found.action}
          />
          <input
            key={`who ${found.who}`}
            name="who"
            aria-label="Who: email or ID"
            placeholder="Who: email or ID"
            defaultValue={found.who}
            className="field w-full sm:w-52"
          />
          <TableDay name="from" label="From" value={found.from} />
          <TableDay name="to" label="To" value={found.to} />
        </TableSearch>
        <a href={file('jsonl')} download className="link inline-flex min-h-11 items-center text-sm">
          JSON Lines
        </a>
        {isFiltered && (
          <Link to={adminPaths.adminAudit()} className="link inline-flex min-h-11 items-center text-sm">
            Show everything
          </Link>
        )}
      </div>
      <DataTable
        rows={entries}
        columns={COLUMNS}
        paging={{ page: 1, totalPages: 1, hrefFor: () => adminPaths.adminAudit() }}
        empty={
          <TableEmpty
            isFiltered={isFiltered || after !== undefined}
            none={{ title: 'No entries yet', text: 'Sign-ins and changes appear here immediately.' }}
            noMatch={{
              title: 'No matching entries',
              text: 'No entries match these filters. You can search for email addresses, IDs and partner names.',
              action: 'Show everything',
              href: adminPaths.adminAudit(),
            }}
          />
        }
      />
      <OlderRows
        newestHref={after === undefined ? null : adminPaths.adminAudit(found)}
        olderHref={older === null ? null : adminPaths.adminAudit({ ...found, after: older })}
      />
    </>
  )
}

function Who({ entry: { actor, browser } }: { entry: Entry }) {
  if (!actor) return <span className="text-muted">{browser === null ? 'System' : 'Unknown user'}</span>
  return actor.email === null ? (
    <span className="text-muted">A deleted account</span>
  ) : (
    <Link to={adminPaths.adminUser(actor.id)} className="link">
      {actor.email}
    </Link>
  )
}

function Subject({ entry: { action, subject, actor } }: { entry: Entry }) {
  if (!subject) return <span className="text-muted">-</span>
  if (subject.id === actor?.id) return <span className="text-muted">Own account</span>
  const page =
    subject.kind === 'partner'
      ? adminPaths.adminPartner(subject.id)
      : subject.kind === 'user'
        ? adminPaths.adminUser(subject.id)
        : action.startsWith('ticket_')
          ? adminPaths.ticket(subject.id)
          : action.startsWith('mail_')
            ? adminPaths.outboxMail(subject.id)
            : null
  const name = subject.name ?? subject.id
  return (
    <>
      {page === null ? (
        name
      ) : (
        <Link to={page} className="link">
          {name}
        </Link>
      )}
      <Link to={adminPaths.adminAudit({ about: subject.id })} className="link ml-2 text-xs text-muted">
        All entries<span className="sr-only"> about {name}</span>
      </Link>
    </>
  )
}

function Said({ entry: { changes, rest } }: { entry: Entry }) {
  if (changes.length + rest.length === 0) return <span className="text-muted">-</span>
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <span className="text-muted">{field}: </span>}
          {before !== undefined && <del className="text-sale no-underline">{before}</del>}
          {before !== undefined && after !== undefined && <span className="text-muted"> → </span>}
          {after !== undefined && <ins className="text-good no-underline">{after}</ins>}
        </li>
      ))}
      {rest.map(([name, value]) => (
        <li key={name} className="text-muted">
          {name}: {value}
        </li>
      ))}
    </ul>
  )
}

/** IP addresses are stored as hashes that change daily, so only entries of the same day can be linked. */
function Where({ entry: { at, ipHash, browser, country } }: { entry: Entry }) {
  if (ipHash === null) return <>System</>
  const day = at.toISOString().slice(0, 10)
  return (
    <>
      {[browser, country].filter(Boolean).join(', ')}{' '}
      <Link
        to={adminPaths.adminAudit({ place: ipHash, from: day, to: day })}
        title="Show all entries from this IP address on that day"
        className="link text-xs whitespace-nowrap"
      >
        IP hash {ipHash.slice(0, 4)}
      </Link>
    </>
  )
}
