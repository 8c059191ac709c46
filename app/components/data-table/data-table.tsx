import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Pagination } from '#app/components/pagination.tsx'

export interface Column<Row> {
  name: string
  /** Replaces the name in the head: a sort link, or a checkbox that selects all rows. */
  head?: ReactNode
  /** The current sort direction of this column, if any. */
  sort?: 'ascending' | 'descending' | undefined
  cell: (row: Row) => ReactNode
  /**
   * The classes of its cells. On phones a row is a small block of two columns, and `order-*` sets a cell's position.
   */
  className: string | ((row: Row) => string)
  /** True for a number in the last column, which is aligned to the row's right edge. */
  isAtEnd?: boolean
  /** Hidden if the table is too narrow for every column. */
  isWideOnly?: boolean
  /** Hidden on phones. */
  isLeftOutOnPhones?: boolean
  /** People can hide this column. */
  isHidable?: boolean
}

interface DataTableProps<Row> {
  rows: readonly Row[]
  columns: ReadonlyArray<Column<Row>>
  /** Replaces a table without rows. */
  empty: ReactNode
  paging: { page: number; totalPages: number; hrefFor: (page: number) => string }
}

/** A paginated table. Its state is in the URL. */
export function DataTable<Row extends { id: string }>({ rows, columns, empty, paging }: DataTableProps<Row>) {
  return (
    <>
      {rows.length > 0 ? <Table rows={rows} columns={columns} /> : empty}
      <Pagination {...paging} />
    </>
  )
}

function Table<Row extends { id: string }>({ rows, columns }: Pick<DataTableProps<Row>, 'rows' | 'columns'>) {
  return (
    <table className="mt-5 block w-full border-t border-line text-sm lg:table">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="text-left text-xs text-muted lg:table-row">
          {columns.map(({ name, head = name, sort, isAtEnd, isWideOnly }) => (
            <th
              key={name}
              scope="col"
              aria-sort={sort}
              className={`py-2 font-normal lg:sticky lg:top-0 lg:z-10 lg:bg-ink lg:shadow-[inset_0_-1px_0_var(--line)] ${isAtEnd ? 'text-right' : 'pr-5'} ${isWideOnly ? 'lg:max-xl:hidden' : ''}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            className="relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-line py-3.5 hover:bg-surface lg:table-row lg:py-0"
          >
            {columns.map(({ name, cell, className, isAtEnd, isWideOnly, isLeftOutOnPhones }) => (
              <td
                key={name}
                className={`lg:table-cell lg:py-2.5 lg:align-baseline ${isAtEnd ? 'text-right' : 'lg:pr-5'} ${isWideOnly ? 'lg:max-xl:hidden!' : ''} ${isLeftOutOnPhones ? 'max-lg:hidden' : ''} ${typeof className === 'string' ? className : className(row)}`}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The link of a row, in one of its cells. The entire row is clickable. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="none" className="font-medium after:absolute after:inset-0 hover:underline">
      {children}
    </Link>
  )
}
