import { Act, Asking } from '#app/components/act-form.tsx'
import { Link } from '#app/components/link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { SizeTableView } from '#app/parts/sizing/size-table-view.tsx'
import type { EditedTable } from './table-cells.ts'
import { TableEditor } from './table-editor.tsx'

interface TablePageProps {
  table: EditedTable | null
  choices: RouterOutputs['sizeTables']['choices']
  wanted: { brand: string; category: string; audience: string }
  mayChange: boolean
}

/** One size table of a partner: to change it, to go back to what it was, and to take it away. */
export function TablePage({ table, choices, wanted, mayChange }: TablePageProps) {
  return (
    <>
      <p className="text-sm text-muted">
        <Link to={dashboardPaths.sizeTables()} className="link inline-flex min-h-11 items-center">
          Size tables
        </Link>
      </p>
      <h1 className="text-(length:--text-section) leading-none wrap-anywhere">
        {table ? `${table.brand.name}, ${table.category.name.toLowerCase()}` : 'A new size table'}
      </h1>
      {table?.removedAt && (
        <p role="status" className="notice mt-5">
          You have taken this table away: shoppers get no advice by it. Saving it brings it back.
        </p>
      )}
      {mayChange ? (
        <TableEditor key={`${table?.id} ${table?.revision}`} table={table} choices={choices} wanted={wanted} />
      ) : (
        table && (
          <div className="mt-8">
            <SizeTableView rows={table.rows} unit="cm" caption={`Sizes of ${table.brand.name}`} />
            <p className="mt-3 text-sm text-muted">Owners and editors of the store change size tables.</p>
          </div>
        )
      )}
      {table && (
        <section className="mt-14 max-w-2xl">
          <h2 className="font-sans text-base font-semibold">Version history</h2>
          <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
            {table.versions.map(({ revision, savedByName, savedAt, sizes }) => (
              <li key={revision} className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 py-1">
                <span className="wrap-anywhere">
                  <ExactTime date={savedAt} /> by {savedByName}, {sizes} {sizes === 1 ? 'size' : 'sizes'}
                </span>
                {revision === table.revision ? (
                  <span className="text-muted">Current version</span>
                ) : (
                  mayChange && (
                    <Act form="restore" fields={{ revision: String(revision) }} busy="Going back...">
                      Go back to this
                    </Act>
                  )
                )}
              </li>
            ))}
          </ul>
          {mayChange && !table.removedAt && (
            <div className="mt-6">
              <Asking label="Take this table away" who="">
                <p className="text-sm text-muted">
                  Shoppers get no advice by it any more. It stays in your list, and you can bring it back.
                </p>
                <Act form="remove" fields={{}} busy="Taking it away..." isFinal>
                  Take it away
                </Act>
              </Asking>
            </div>
          )}
        </section>
      )}
    </>
  )
}
