import Ellipsis from 'lucide-react/icons/ellipsis'
import { DataTable, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { INVITATION_STATUSES } from '#server/invitations/invitation-values.schema.ts'
import type { InvitationsQuery } from '#server/invitations/invitations.schema.ts'
import { CopyLink } from './copy-link.tsx'
import { panelId } from './invitation-act.tsx'
import {
  Expiry,
  INVITATION_STATUS_NAMES,
  InvitationMail,
  InvitationMark,
  isOpen,
  type Invitation,
} from './invitation-facts.tsx'
import { InvitationPanel } from './invitation-panel.tsx'

/** The id of the table's heading. The table's links scroll there instead of to the top of the page. */
const HEADING_ID = 'invitations'
const hrefFor = (query: Parameters<typeof adminPaths.invitePartners>[0]) =>
  `${adminPaths.invitePartners(query)}#${HEADING_ID}`

interface InvitationsTableProps {
  list: RouterOutputs['invitations']['list']
  query: InvitationsQuery
  now: Date
  siteUrl: string
}

/** All invitations, filtered by status and search text. */
export function InvitationsTable({
  list: { invitations, counts, page, totalPages },
  query: { status, q },
  now,
  siteUrl,
}: InvitationsTableProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className="mt-16">
      <h2 id={HEADING_ID} className="text-2xl leading-tight">
        All invitations
      </h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            { name: 'All', count: all, href: hrefFor({ q }), isCurrent: !status },
            ...INVITATION_STATUSES.map((each) => ({
              name: INVITATION_STATUS_NAMES[each],
              count: counts[each],
              href: hrefFor({ status: each, q }),
              isCurrent: status === each,
            })),
          ]}
        />
        <TableSearch
          action={hrefFor({})}
          label="Invitations"
          kept={{ status }}
          field={{ name: 'q', label: 'Email, business or contact', value: q }}
        />
      </div>
      <DataTable
        rows={invitations}
        columns={columnsFor(now, siteUrl)}
        paging={{ page, totalPages, hrefFor: (number) => hrefFor({ status, q, page: number }) }}
        empty={
          <TableEmpty
            isFiltered={all > 0 || q !== ''}
            none={{
              title: 'No invitations yet',
              text: 'Invite the first brand above, and the invitation appears here.',
            }}
            noMatch={{
              title: 'No matching invitations',
              text: 'No invitations with this status match your search.',
              action: 'Show all invitations',
              href: hrefFor({}),
            }}
          />
        }
      />
    </section>
  )
}

const columnsFor = (now: Date, siteUrl: string): Array<Column<Invitation>> => [
  {
    name: 'Brand',
    className: 'order-1 min-w-0 [overflow-wrap:anywhere] lg:max-w-64 lg:min-w-32 xl:min-w-40',
    cell: ({ businessName, contactPerson }) => (
      <>
        <span className="block font-medium">{businessName}</span>
        <span className="block text-muted">{contactPerson}</span>
      </>
    ),
  },
  {
    name: 'Email',
    className: 'order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] lg:max-w-80 lg:min-w-44 xl:min-w-56',
    cell: ({ email }) => email,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ status }) => <InvitationMark status={status} />,
  },
  {
    name: 'Delivery',
    className: 'order-6 lg:max-w-52',
    cell: (invitation) => (
      <>
        <span className="text-muted lg:hidden">Delivery: </span>
        <InvitationMail invitation={invitation} />
      </>
    ),
  },
  {
    name: 'Sent (UTC)',
    className: 'order-4 whitespace-nowrap text-muted tabular-nums',
    cell: ({ sentAt }) => <ExactTime date={sentAt} />,
  },
  {
    name: 'Expires',
    className: (invitation) =>
      `order-5 text-right text-muted lg:min-w-20 lg:text-left ${isOpen(invitation) ? '' : 'max-lg:invisible'}`,
    cell: (invitation) => (
      <>
        <span className="lg:hidden">expires </span>
        <Expiry invitation={invitation} now={now} />
      </>
    ),
  },
  {
    name: 'Invited by',
    className: 'order-8 hidden truncate text-muted lg:max-w-24 xl:max-w-40',
    cell: ({ invitedBy }) => (invitedBy ? <span title={invitedBy.email}>{invitedBy.email.split('@')[0]}</span> : '-'),
  },
  {
    name: 'Actions',
    className: 'order-7 self-end',
    isAtEnd: true,
    cell: (invitation) => <Acts invitation={invitation} siteUrl={siteUrl} />,
  },
]

function Acts({ invitation, siteUrl }: { invitation: Invitation; siteUrl: string }) {
  const { id, businessName } = invitation
  return (
    <div className="relative -my-3 flex justify-end lg:top-1">
      {isOpen(invitation) && <CopyLink invitationId={id} businessName={businessName} siteUrl={siteUrl} isShort />}
      <button
        type="button"
        {...{ popovertarget: panelId(id) }}
        title="More"
        aria-label={`More about ${businessName}`}
        className="icon-button"
      >
        <Ellipsis aria-hidden size={18} />
      </button>
      <InvitationPanel invitation={invitation} />
    </div>
  )
}
