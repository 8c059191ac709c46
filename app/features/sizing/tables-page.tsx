import Plus from 'lucide-react/icons/plus'
import { Act } from '#app/components/act-form.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { AUDIENCE_NAMES, MEASURE_NAMES, MEASURES } from '#server/sizing/measures-values.schema.ts'
import { SOURCE_NAMES } from '#server/sizing/size-table.schema.ts'

type Listed = RouterOutputs['sizeTables']['list']

/** A partner's size tables, and the products without one. */
export function TablesPage({ tables, without, mayChange }: Listed & { mayChange: boolean }) {
  return (
    <>
      <p className="text-sm text-muted">
        <Link to={dashboardPaths.ownProducts()} className="link inline-flex min-h-11 items-center">
          Products
        </Link>
      </p>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-(length:--text-section) leading-none">Size tables</h1>
        {mayChange && (
          <Link to={dashboardPaths.sizeTable('new')} className="button button-accent text-sm">
            <Plus aria-hidden size={16} /> Add size table
          </Link>
        )}
      </header>
      <p className="mt-4 max-w-[65ch] text-muted">
        We use your size tables to recommend sizes to shoppers. Products without a size table get no size advice.
      </p>
      {without.length > 0 && <Without kinds={without} mayChange={mayChange} />}
      {tables.length ? (
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {tables.map((table) => (
            <Row key={table.id} table={table} mayChange={mayChange} />
          ))}
        </ul>
      ) : (
        <EmptyState drawing="empty-store" title="No size tables yet">
          {mayChange
            ? 'Start with a table for a whole department. It applies to all categories below it.'
            : 'Only the store’s owner and editors can add size tables.'}
        </EmptyState>
      )}
    </>
  )
}

/** Notes on tables for brands that the partner does not own. */
const STATE_NOTES: Record<Listed['tables'][number]['state'], string> = {
  owner: '',
  accepted: '',
  proposed:
    'You do not own this brand, so we only use this table for your products. Once our team has approved it, we may use it for the brand’s products in other stores.',
  refused: 'We rejected this table, so it is not in use. Change it to have it reviewed again.',
}

function Row({ table, mayChange }: { table: Listed['tables'][number]; mayChange: boolean }) {
  const { id, brand, category, audience, source, rows, removedAt, state, judgementReason } = table
  const measures = MEASURES.filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-3">
      <div className={`min-w-0 wrap-anywhere ${removedAt ? 'text-muted' : ''}`}>
        <Link to={dashboardPaths.sizeTable(id)} className="link inline-flex min-h-11 items-center font-semibold">
          {brand.name}, {category.name.toLowerCase()}, {AUDIENCE_NAMES[audience].toLowerCase()}
        </Link>
        <p className="text-sm text-muted">
          {rows.map(({ label }) => label).join(', ')}, with{' '}
          {measures
            .map((measure) => MEASURE_NAMES[measure].toLowerCase())
            .join(', ')
            .replace(/, ([^,]*)$/, ' and $1')}
          . {SOURCE_NAMES[source]}.
        </p>
        {!removedAt && STATE_NOTES[state] && (
          <p className="mt-1 max-w-[65ch] text-sm text-muted">
            {STATE_NOTES[state]} {judgementReason && `Our reason: ${judgementReason}`}
          </p>
        )}
      </div>
      {removedAt && (
        <div className="text-sm">
          Removed.{' '}
          {mayChange && (
            <Act form={`bringBack ${id}`} fields={{ tableId: id }} busy="Restoring...">
              Restore
            </Act>
          )}
        </div>
      )}
    </li>
  )
}

function Without({ kinds, mayChange }: { kinds: Listed['without']; mayChange: boolean }) {
  return (
    <section className="mt-8 rounded-3xl border border-line bg-raised p-5">
      <h2 className="font-sans text-base font-semibold">Products without a size table</h2>
      <ul className="mt-2 grid gap-x-8 text-sm md:grid-cols-2">
        {kinds.map(({ brandId, brand, categoryId, category, audience, products }) => (
          <li key={`${brandId} ${categoryId} ${audience}`} className="flex min-h-11 items-center justify-between gap-4">
            <span className="wrap-anywhere">
              {brand}, {category.toLowerCase()}, {audience}: {products.toLocaleString('en')}{' '}
              {products === 1 ? 'product' : 'products'}
            </span>
            {mayChange && (
              <Link
                to={dashboardPaths.sizeTable('new', { brand: brandId, category: categoryId, audience })}
                aria-label={`Add a size table for ${brand}, ${category}, ${audience}`}
                className="link inline-flex min-h-11 items-center"
              >
                Add
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
