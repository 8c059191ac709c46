import { Form, useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, useState } from 'react'
import { FormMessage } from '#app/components/field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { formatBytes, formatCount, plural } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ColumnsForm } from './columns-form.tsx'
import { FindingsTable, type Findings } from './findings-table.tsx'
import { isRunning, sourceName, stateColour, stateName, type ImportDetail } from './import-states.ts'
import { ProgressBar } from './progress-bar.tsx'
import { ReadingForm } from './reading-form.tsx'
import { useRefresh } from './use-refresh.ts'

interface ImportPageProps {
  given: ImportDetail
  findings: Findings
  currency: string
  /** False for team members with view access only. */
  canChange: boolean
}

/** Returns whether the import's settings can still be changed. */
const isOpenFor = ({ status }: ImportDetail) => status === 'unmapped' || status === 'read'

/** An import, from its file to its result. */
export function ImportPage({ given, findings, currency, canChange }: ImportPageProps) {
  const { id, byteSize, message, kept, reading } = given
  useRefresh(isRunning(given))
  const form = usePageForm('import')
  return (
    <>
      <p className="eyebrow">
        <Link to={dashboardPaths.productImports()} className="hover:underline">
          Import products
        </Link>
      </p>
      <h1 className="mt-2 text-(length:--text-section) leading-none [overflow-wrap:anywhere]">{sourceName(given)}</h1>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span role="status">
          <StateMark name={stateName(given)} colour={stateColour(given)} />
        </span>
        {byteSize >= 100_000 && <span>{formatBytes(byteSize)}</span>}
        {reading?.assumed.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {message && <p className="notice mt-5 max-w-[70ch] text-sm">{message}</p>}
      {reading?.hint && isOpenFor(given) && <p className="notice mt-5 max-w-[70ch] text-sm">{reading.hint}</p>}
      {reading && isOpenFor(given) && <UnusedColumns reading={reading} currency={currency} />}
      {kept.length > 0 && (
        <p className="mt-3 max-w-[70ch] text-sm text-muted">
          Products changed since the import were not undone: {kept.join(', ')}.
        </p>
      )}
      <FormMessage>{form.message}</FormMessage>
      {canChange && given.status === 'unmapped' && given.columns ? (
        <ColumnsForm importId={id} columns={given.columns} />
      ) : (
        <Progress given={given} />
      )}
      {!canChange && ['unmapped', 'read'].includes(given.status) && (
        <p className="mt-5 text-sm text-muted">
          The import will continue once the store’s owner or an editor has reviewed it.
        </p>
      )}
      <Acts key={given.status} given={given} canChange={canChange} />
      {canChange && reading && isOpenFor(given) && <ReadingForm reading={reading} />}
      {given.total !== null && !['unmapped', 'reading'].includes(given.status) && (
        <FindingsTable given={given} findings={findings} currency={currency} />
      )}
      {canChange && given.status === 'read' && given.columns && (
        <details className="mt-6">
          <summary className="min-h-11 cursor-pointer content-center text-sm">Change the column mapping</summary>
          <ColumnsForm importId={id} columns={given.columns} />
        </details>
      )}
    </>
  )
}

/** Lists the columns that we ignore, and says which currency applies to prices without one. */
function UnusedColumns({ reading, currency }: { reading: NonNullable<ImportDetail['reading']>; currency: string }) {
  const { unused, namesCurrency } = reading
  const texts = [
    ...(unused.length > 0 ? [`We ignore these columns: ${unused.join(', ')}.`] : []),
    ...(namesCurrency ? [] : [`We treat prices without a currency as ${currency}.`]),
  ]
  return (
    texts.length > 0 && (
      <p className="mt-3 max-w-[70ch] text-sm text-muted [overflow-wrap:anywhere]">{texts.join(' ')}</p>
    )
  )
}

function Progress({ given }: { given: ImportDetail }) {
  const { status, source, done, total } = given
  const what = source === 'store' ? 'your products' : 'the file'
  const words = {
    fetching: `Fetching ${what}`,
    uploaded: 'Waiting to start',
    reading: `Reading ${what}. Nothing has changed yet`,
    applying: 'Importing',
    undoing: 'Undoing',
  } as Partial<Record<typeof status, string>>
  const label = words[status]
  if (!label) return null
  return (
    <div className="mt-6 max-w-xl">
      <p className="mb-2 text-sm">{label}. You can leave this page and come back.</p>
      <ProgressBar label={label} done={done} total={status === 'reading' ? null : total} />
    </div>
  )
}

/** The possible next actions. Keyed by status, because a dry run may change the default choice. */
function Acts({ given, canChange }: { given: ImportDetail; canChange: boolean }) {
  const { status, created, changed, goneCount, gone, source, isCancelling, applied, actId } = given
  const [chosen, choose] = useState<string>(gone)
  const isBusy = useNavigation().formMethod === 'POST'
  const button = useRef<HTMLButtonElement>(null)
  const isRead = status === 'read'
  useEffect(() => {
    if (isRead) button.current?.focus({ preventScroll: true })
  }, [isRead])
  const canUndo = canChange && applied > 0 && actId !== null && ['applied', 'cancelled', 'failed'].includes(status)
  const canStop = canChange && ['fetching', 'uploaded', 'reading', 'applying'].includes(status) && !isCancelling
  const count = created + changed
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-5 gap-y-4">
      {canChange && isRead && (
        <Form method="post" className="flex flex-wrap items-end gap-x-5 gap-y-4">
          <input type="hidden" name="form" value="import" />
          {goneCount > 0 ? (
            <label className="text-sm">
              <span className="block text-muted">
                {plural(goneCount, 'product')}{' '}
                {source !== 'file'
                  ? `not in ${source === 'feed' ? 'this feed' : 'your store'}`
                  : 'not in this file (includes products from other files, feeds or your store)'}
              </span>
              <select
                name="gone"
                value={chosen}
                onChange={({ currentTarget: { value } }) => choose(value)}
                className="field mt-1 min-h-11 pr-8"
              >
                <option value="keep">Leave as they are</option>
                <option value="archive">Archive</option>
              </select>
            </label>
          ) : (
            // An import from a feed or a store uses the setting of that feed or store.
            <input type="hidden" name="gone" value={gone} />
          )}
          {(count > 0 || goneCount > 0) && (
            <button
              ref={button}
              type="submit"
              name="act"
              value="apply"
              aria-disabled={isBusy || undefined}
              className="button button-accent min-h-11"
            >
              {importLabel(count, chosen === 'archive' ? goneCount : 0)}
            </button>
          )}
          <button type="submit" name="act" value="cancel" className="button button-quiet min-h-11">
            Discard
          </button>
        </Form>
      )}
      {canChange && status === 'unmapped' && <OneAct act="cancel" name="Discard" />}
      {canStop && <OneAct act="cancel" name="Stop" />}
      {status === 'applied' && (
        <p className="w-full text-sm">
          {applied > 0 ? writtenWords(given) : 'Nothing needed to change.'}
          {canUndo && ' Undo deletes new products and restores changed and archived ones.'}
        </p>
      )}
      {status === 'applied' && (
        <Link to="/brand/dashboard/products" className="button button-quiet min-h-11">
          View your products
        </Link>
      )}
      {canUndo && <OneAct act="undo" name={`Undo this import (${formatCount(applied)})`} />}
    </div>
  )
}

function importLabel(imported: number, archived: number): string {
  if (imported === 0) return archived === 0 ? 'Import' : `Archive ${plural(archived, 'product')}`
  return `Import ${plural(imported, 'product')}${archived > 0 ? `, archive ${formatCount(archived)}` : ''}`
}

/**
 * Describes the written products: '8 products: 6 new, 2 archived.' If products were skipped, it gives only the total,
 * because the other numbers are from the dry run.
 */
function writtenWords({ applied, created, changed, goneCount, gone }: ImportDetail): string {
  const archived = gone === 'archive' ? goneCount : 0
  const parts = [
    [created, 'new'],
    [changed, 'changed'],
    [archived, 'archived'],
  ] as const
  const words = parts.flatMap(([count, name]) => (count > 0 ? [`${formatCount(count)} ${name}`] : []))
  return `${plural(applied, 'product')}${created + changed + archived === applied ? `: ${words.join(', ')}` : ' processed'}.`
}

function OneAct({ act, name }: { act: string; name: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="form" value="import" />
      <button type="submit" name="act" value={act} className="button button-quiet min-h-11">
        {name}
      </button>
    </Form>
  )
}
