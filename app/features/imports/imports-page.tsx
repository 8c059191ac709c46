import { Link } from '#app/components/link.tsx'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { plural } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { FeedsSection } from './feeds-section.tsx'
import { isRunning, sourceName, stateColour, stateName, type ImportRow } from './import-states.ts'
import { PictureFailures } from './picture-failures.tsx'
import { UploadForm } from './upload-form.tsx'
import { useRefresh } from './use-refresh.ts'

const COLUMNS: Array<Column<ImportRow>> = [
  {
    name: 'File',
    className: 'order-1 min-w-0 [overflow-wrap:anywhere]',
    cell: (row) => <RowLink to={dashboardPaths.productImport(row.id)}>{sourceName(row)}</RowLink>,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: (row) => <StateMark name={stateName(row)} colour={stateColour(row)} />,
  },
  { name: 'Result', className: 'order-3 text-muted', cell: summary },
  {
    name: 'Imported by',
    className: 'order-5 text-muted',
    cell: ({ by, source }) => by ?? (source === 'file' ? '' : 'Automatic'),
  },
  {
    name: 'Date (UTC)',
    className: 'order-4 whitespace-nowrap text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
]

function summary({ status, applied, created, changed, refused, done }: ImportRow): string {
  if (status === 'applied' || status === 'applying') return `${plural(applied, 'product')} processed`
  if (status === 'read') return `${plural(created, 'new product')}, ${changed} changed, ${refused} rejected`
  if (status === 'undone' || status === 'undoing') return `Undo: ${plural(done, 'product')} processed`
  return applied > 0 ? `${plural(applied, 'product')} processed` : ''
}

interface ImportsPageProps {
  imports: ImportRow[]
  pictureFailures: RouterOutputs['imports']['pictureFailures']
  feeds: RouterOutputs['imports']['feeds']
  /** False for team members with view access only. */
  canChange: boolean
}

/** Product imports from files and feeds. */
export function ImportsPage({ imports, pictureFailures, feeds, canChange }: ImportsPageProps) {
  useRefresh(imports.some(isRunning))
  return (
    <>
      <p className="eyebrow">Products</p>
      <div className="mt-2 mb-7 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-(length:--text-section) leading-none">Import products</h1>
        <p className="flex flex-wrap gap-x-5 text-sm">
          <a href={dashboardPaths.importSample()} className="link min-h-11 content-center">
            Sample file
          </a>
          <Link to={dashboardPaths.productExport()} className="link min-h-11 content-center">
            Export products
          </Link>
        </p>
      </div>
      {canChange ? (
        <UploadForm />
      ) : (
        <p className="text-sm text-muted">
          Only the store’s owner and editors can import files. Their imports appear here.
        </p>
      )}
      <section aria-labelledby="past" className="mt-12">
        <h2 id="past" className="text-xl">
          Imports
        </h2>
        <DataTable
          rows={imports}
          columns={COLUMNS}
          empty={<p className="mt-4 border-t border-line pt-4 text-sm text-muted">Nothing has been imported yet.</p>}
          paging={{ page: 1, totalPages: 1, hrefFor: dashboardPaths.productImports }}
        />
      </section>
      <PictureFailures failures={pictureFailures} canChange={canChange} />
      <FeedsSection feeds={feeds} canChange={canChange} />
    </>
  )
}
