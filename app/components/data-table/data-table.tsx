import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Pagination } from '#app/components/pagination.tsx'

export interface Column<Row> {
  name: string
  /** In the head instead of the name: a link that sorts, a box that chooses all. */
  head?: ReactNode
  /** How the rows are sorted by it, if they are. */
  sort?: 'ascending' | 'descending' | undefined
  cell: (row: Row) => ReactNode
  /** Of its cells. On phones a row is a small block of two columns, in which `order-*` is the cell's place. */
  className: string | ((row: Row) => string)
  /** The last one, when it is a number: at the row's right edge. */
  isAtEnd?: boolean
  /** Left out of tables that are too narrow for every column. */
  isWideOnly?: boolean
  /** Left out of the blocks of phones. */
  isLeftOutOnPhones?: boolean
  /** People may leave it out. */
  isHidable?: boolean
}

interface DataTableProps<Row> {
  rows: readonly Row[]
  columns: ReadonlyArray<Column<Row>>
  /** Shown instead of a table without rows. */
  empty: ReactNode
  paging: { page: number; totalPages: number; hrefFor: (page: number) => string }
}

/** A paged table of rows of one kind. Its state is in the address. */
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

/** In one cell of a row: the whole row follows it. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="none" className="font-medium after:absolute after:inset-0 hover:underline">
      {children}
    </Link>
  )
}
