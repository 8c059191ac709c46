import { Link } from '#app/components/link.tsx'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatAge } from '#app/lib/format-age.ts'
import { formatCount } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { PartnersQuery } from '#server/partners/partner-queue.schema.ts'
import { PARTNER_STATUSES, type PartnerStatus } from '#server/partners/partner-status.schema.ts'
import { PartnerMark, PARTNER_STATUS_NAMES } from './partner-mark.tsx'

type Partners = RouterOutputs['admin']['partners']
type Row = Partners['partners'][number]

/** All partners by status, pending first. */
export function AdminPartnersPage({
  partners: { partners, counts, page, totalPages },
  query: { status, q },
  now,
}: {
  partners: Partners
  query: PartnersQuery
  /** When the page was rendered. */
  now: Date
}) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown = status ?? 'all'
  return (
    <>
      <TableHead
        area="Administration"
        title="Partners"
        hint="Only approved brands appear in the shop. Pending applications are listed oldest first."
      />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            ...PARTNER_STATUSES.map((each) => ({
              name: PARTNER_STATUS_NAMES[each],
              count: counts[each],
              href: adminPaths.adminPartners({ status: each, q }),
              isCurrent: status === each,
            })),
            { name: 'All', count: all, href: adminPaths.adminPartners({ status: 'all', q }), isCurrent: !status },
          ]}
        />
        <TableSearch
          action={adminPaths.adminPartners()}
          label="Partners"
          kept={{ status: shown }}
          field={{ name: 'q', label: 'Business, email or contact', value: q }}
        />
      </div>
      <DataTable
        rows={partners}
        columns={columnsFor(now)}
        paging={{ page, totalPages, hrefFor: (number) => adminPaths.adminPartners({ status: shown, q, page: number }) }}
        empty={q ? <NoMatch isAll={!status} q={q} /> : <NobodyIs status={status} />}
      />
    </>
  )
}

const columnsFor = (now: Date): Array<Column<Row>> => [
  {
    name: 'Brand',
    className: 'order-1 min-w-0 [overflow-wrap:anywhere] lg:max-w-72',
    cell: ({ id, businessName }) => <RowLink to={adminPaths.adminPartner(id)}>{businessName}</RowLink>,
  },
  {
    name: 'Contact',
    className: 'order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] max-lg:empty:hidden lg:max-w-48',
    cell: ({ contactPerson }) => contactPerson || null,
  },
  {
    name: 'Email',
    className: 'order-4 col-span-2 min-w-0 text-muted [overflow-wrap:anywhere] lg:max-w-64',
    cell: ({ email }) => email,
  },
  {
    name: 'Website',
    className: 'order-5 col-span-2 min-w-0 text-muted [overflow-wrap:anywhere] max-lg:empty:hidden lg:max-w-52',
    cell: ({ websiteUrl }) =>
      websiteUrl && URL.canParse(websiteUrl) ? new URL(websiteUrl).host.replace(/^www\./, '') : null,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ verificationStatus }) => <PartnerMark status={verificationStatus} />,
  },
  {
    name: 'Joined (UTC)',
    className: 'order-6 whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt, verificationStatus }) => (
      <>
        <ExactTime date={createdAt} />
        {verificationStatus === 'pending' && (
          <span className="block text-text">{formatAge(now.getTime() - createdAt.getTime())}</span>
        )}
      </>
    ),
  },
  {
    name: 'Products',
    className: 'order-7 self-end tabular-nums',
    isAtEnd: true,
    cell: ({ _count: { products } }) => (
      <>
        {formatCount(products)}
        <span className="text-muted lg:hidden"> {products === 1 ? 'product' : 'products'}</span>
      </>
    ),
  },
]

function NoMatch({ isAll, q }: { isAll: boolean; q: string }) {
  return (
    <EmptyState
      drawing="no-results"
      title="No matching partners"
      action={
        <Link to={adminPaths.adminPartners({ status: 'all', ...(!isAll && { q }) })} className="button button-quiet">
          {isAll ? 'Show all partners' : 'Search all statuses'}
        </Link>
      }
    >
      {isAll ? 'No partners match' : 'No partners with this status match'} that name, email address or contact person.
    </EmptyState>
  )
}

const NOBODY: Record<PartnerStatus | 'all', { title: string; text: string }> = {
  pending: { title: 'No partners waiting for approval', text: 'Brands that apply without an invitation appear here.' },
  approved: {
    title: 'No approved partners yet',
    text: 'Invited brands are approved immediately if they join with the invited email address and name.',
  },
  rejected: { title: 'No rejected partners', text: 'Partners you reject appear here. You can still approve them.' },
  suspended: { title: 'No suspended partners', text: 'Partners you suspend appear here. You can approve them again.' },
  all: { title: 'No partners yet', text: 'New partners appear here immediately.' },
}

function NobodyIs({ status = 'all' }: { status: PartnerStatus | undefined | 'all' }) {
  const { title, text } = NOBODY[status]
  const isAboutNew = status !== 'rejected' && status !== 'suspended'
  return (
    <EmptyState
      drawing="no-results"
      title={title}
      action={
        <Link
          to={isAboutNew ? adminPaths.invitePartners() : adminPaths.adminPartners()}
          className="button button-quiet"
        >
          {isAboutNew ? 'Invite a brand' : 'View waiting partners'}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
