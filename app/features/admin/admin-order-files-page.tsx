import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { ORDER_FILE_STATES } from '#app/parts/sales/order-file-states.ts'
import type { FilesQuery } from '#server/sales/conversion-files/conversion-files.schema.ts'

type Queue = RouterOutputs['admin']['orderFiles']

const TABS = ['submitted', 'approved', 'failed', 'rejected'] as const
const COLUMNS: Array<Column<Queue['files'][number]>> = [
  {
    name: 'Partner',
    className: 'order-3 col-span-2 min-w-0 wrap-anywhere',
    cell: ({ partner }) => partner.businessName,
  },
  {
    name: 'File',
    className: 'order-1 min-w-0 wrap-anywhere lg:max-w-96',
    cell: ({ id, fileName }) => <RowLink to={adminPaths.adminOrderFile(id)}>{fileName}</RowLink>,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ status }) => <StateMark {...ORDER_FILE_STATES[status]} />,
  },
  {
    name: 'Uploaded (UTC)',
    isAtEnd: true,
    className: 'order-4 col-span-2 text-left! whitespace-nowrap text-muted tabular-nums lg:text-right!',
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
]

/** Order files from partners. */
export function AdminOrderFilesPage({
  queue: { files, counts, total, page, totalPages },
  query,
}: {
  queue: Queue
  query: FilesQuery
}) {
  const { status } = query
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <TableHead
        area="Administration"
        title="Order files"
        hint="Orders that partners uploaded as CSV files. They count only after an administrator approves the file."
      />
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={[
          { name: 'All', count: all, href: adminPaths.adminOrderFiles(), isCurrent: status === undefined },
          ...TABS.map((each) => ({
            name: ORDER_FILE_STATES[each].name,
            count: counts[each],
            href: adminPaths.adminOrderFiles({ status: each }),
            isCurrent: status === each,
          })),
        ]}
      />
      <DataTable
        rows={files}
        columns={COLUMNS}
        empty={
          <TableEmpty
            isFiltered={total === 0 && all > 0}
            none={{ title: 'No files yet', text: 'Order files from partners appear here.' }}
            noMatch={{
              title: 'No order files',
              text: 'No order files have this status.',
              action: 'Show all',
              href: adminPaths.adminOrderFiles(),
            }}
          />
        }
        paging={{ page, totalPages, hrefFor: (to) => adminPaths.adminOrderFiles({ status, page: to }) }}
      />
    </>
  )
}
