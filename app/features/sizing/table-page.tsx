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

/** A partner's size table, with the forms to change, restore or delete it. */
export function TablePage({ table, choices, wanted, mayChange }: TablePageProps) {
  return (
    <>
      <p className="text-sm text-muted">
        <Link to={dashboardPaths.sizeTables()} className="link inline-flex min-h-11 items-center">
          Size tables
        </Link>
      </p>
      <h1 className="text-(length:--text-section) leading-none wrap-anywhere">
        {table ? `${table.brand.name}, ${table.category.name.toLowerCase()}` : 'New size table'}
      </h1>
      {table?.removedAt && (
        <p role="status" className="notice mt-5">
          You have removed this table, so we no longer use it to recommend sizes. Save it to restore it.
        </p>
      )}
      {mayChange ? (
        <TableEditor key={`${table?.id} ${table?.revision}`} table={table} choices={choices} wanted={wanted} />
      ) : (
        table && (
          <div className="mt-8">
            <SizeTableView rows={table.rows} unit="cm" caption={`${table.brand.name} sizes`} />
            <p className="mt-3 text-sm text-muted">Only the store’s owner and editors can change size tables.</p>
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
                    <Act form="restore" fields={{ revision: String(revision) }} busy="Restoring...">
                      Restore this version
                    </Act>
                  )
                )}
              </li>
            ))}
          </ul>
          {mayChange && !table.removedAt && (
            <div className="mt-6">
              <Asking label="Remove this table" who="">
                <p className="text-sm text-muted">
                  We will no longer use it to recommend sizes. It stays in your list, and you can restore it.
                </p>
                <Act form="remove" fields={{}} busy="Removing..." isFinal>
                  Remove table
                </Act>
              </Asking>
            </div>
          )}
        </section>
      )}
    </>
  )
}
