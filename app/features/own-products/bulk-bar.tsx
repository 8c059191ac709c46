import { useState } from 'react'
import { formatCount } from '#app/lib/format.ts'
import { useRootMark } from '#app/lib/root-mark.ts'
import { usePart } from '#app/lib/use-part.ts'
import type { ProductsChange } from '#server/products/own-products.schema.ts'
import { MAX_SELECTED } from '#server/products/own-products.schema.ts'
import type { ChangeKind } from './change-dialog.tsx'
import { countOf, type Chosen } from '#app/parts/own-products/change-products.ts'
import type { Selection } from './use-selection.ts'

const loadDialog = async () => (await import('./change-dialog.tsx')).default

const ACTS: ReadonlyArray<readonly [ChangeKind, string]> = [
  ['status', 'Status'],
  ['price', 'Price'],
  ['stock', 'Stock'],
  ['tags', 'Tags'],
  ['category', 'Category'],
  ['delete', 'Delete'],
]

interface BulkBarProps {
  selection: Selection
  /** The number of rows on this page. */
  pageSize: number
  /** The number of products that match the filter. */
  found: number
  isDeleted: boolean
  chosen: Chosen
  progress: { done: number; total: number } | null
  onStop: () => void
  onChange: (change: ProductsChange) => Promise<void>
}

/** The actions on the selected products, and their progress. */
export function BulkBar({ selection, pageSize, found, isDeleted, chosen, progress, onStop, onChange }: BulkBarProps) {
  const [asked, setAsked] = useState<ChangeKind | null>(null)
  const { Part: ChangeDialog } = usePart(loadDialog, selection.ids.size > 0)
  const count = 'ids' in chosen ? chosen.ids.length : Math.min(chosen.count, MAX_SELECTED)
  const isBusy = (progress?.total ?? 0) > 1
  useRootMark('choosing', isBusy || (count > 0 && selection.ids.size > 0))
  if (progress && isBusy)
    return (
      <div role="status" className="selection-bar">
        <label className="flex items-center gap-3 py-2 text-sm tabular-nums">
          {formatCount(progress.done)} of {countOf(progress.total)}
          <progress value={progress.done} max={progress.total} className="h-1.5 w-40" />
        </label>
        <button type="button" onClick={onStop} className="link min-h-11 text-sm">
          Stop
        </button>
      </div>
    )
  if (!count || !selection.ids.size) return null
  return (
    <>
      <div role="region" aria-label="Selected products" className="selection-bar animate-appear text-sm">
        <p role="status" className="tabular-nums">
          {formatCount(count)} selected
        </p>
        {!selection.isAll && selection.ids.size === pageSize && found > pageSize && (
          <button type="button" onClick={selection.selectAll} className="link min-h-11">
            {found > MAX_SELECTED
              ? `Select the ${formatCount(MAX_SELECTED)} most recently changed`
              : `Select all ${formatCount(found)} matching products`}
          </button>
        )}
        {isDeleted ? (
          <button type="button" onClick={() => void onChange({ kind: 'restore' })} className="link min-h-11">
            Restore
          </button>
        ) : (
          ACTS.map(([kind, name]) => (
            <button
              key={kind}
              type="button"
              aria-haspopup="dialog"
              onClick={() => setAsked(kind)}
              className={`link min-h-11 ${kind === 'delete' ? 'text-sale' : ''}`}
            >
              {name}
            </button>
          ))
        )}
        <button type="button" onClick={selection.clear} className="link min-h-11 text-muted">
          Clear selection
        </button>
      </div>
      {asked && ChangeDialog && (
        <ChangeDialog
          kind={asked}
          chosen={chosen}
          count={count}
          onClose={() => setAsked(null)}
          onChange={(change) => {
            setAsked(null)
            void onChange(change)
          }}
        />
      )}
    </>
  )
}
