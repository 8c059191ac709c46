import { Link } from '#app/components/link.tsx'
import { useState } from 'react'
import { StateMark } from '#app/components/state-mark.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { StockWords } from '#app/parts/own-products/stock-words.tsx'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import type { TableContext } from './table-context.ts'
import { STATE_NAMES, STATUS_COLOURS, STATUSES, type OwnProduct } from './product-words.ts'

type CellProps = { product: OwnProduct } & Pick<TableContext, 'canChange' | 'changeOne'>

/** The product's status with a menu to change it. */
export function StatusCell({ product: { id, name, status, deletedAt, isTakenDown }, canChange, changeOne }: CellProps) {
  const [pending, setPending] = useState<OwnProduct['status'] | null>(null)
  if (deletedAt) return <StateMark name={STATE_NAMES.deleted} colour="text-sale" />
  if (isTakenDown)
    return (
      <Link to={dashboardPaths.ownProduct(id)} className="hover:underline">
        <StateMark name="Taken down" colour="text-sale" />
      </Link>
    )
  if (!canChange) return <StateMark name={STATE_NAMES[status]} colour={STATUS_COLOURS[status]} />
  const shown = pending ?? status
  return (
    <select
      aria-label={`Status of ${name}`}
      value={shown}
      aria-busy={pending !== null || undefined}
      onChange={(event) => {
        const next = event.currentTarget.value as OwnProduct['status']
        setPending(next)
        void changeOne(id, { kind: 'status', status: next }).finally(() => setPending(null))
      }}
      className={`min-h-9 rounded-md border border-transparent bg-transparent pr-1 text-sm hover:border-line ${STATUS_COLOURS[shown]}`}
    >
      {STATUSES.map((each) => (
        <option key={each} value={each} className="bg-surface text-text">
          {STATE_NAMES[each]}
        </option>
      ))}
    </select>
  )
}

/** The product's stock. With a single variant it can be edited here, otherwise in the editor. */
export function StockCell({ product, canChange, changeOne }: CellProps) {
  const { id, name, stock, variants, deletedAt } = product
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!canChange || deletedAt) return <StockWords stock={stock} />
  if (variants > 1)
    return (
      <Link
        to={dashboardPaths.ownProduct(id)}
        aria-label={`Change the stock of the ${variants} variants of ${name}`}
        className="hover:underline"
      >
        <StockWords stock={stock} />{' '}
        <span className="text-muted lg:in-[td]:block lg:in-[td]:text-xs">
          <span className="lg:in-[td]:hidden">· </span>
          {variants} variants
        </span>
      </Link>
    )
  const save = () => {
    if (typed === null || isBusy) return
    const next = typed.trim() === '' ? null : Number(typed)
    if (next === stock) return setTyped(null)
    if (next !== null && !(Number.isInteger(next) && next >= 0 && next <= MAX_PRODUCT.stock)) return
    setBusy(true)
    void changeOne(id, { kind: 'stock', stock: next }).finally(() => {
      setBusy(false)
      setTyped(null)
    })
  }
  if (typed === null)
    return (
      <button
        type="button"
        aria-label={`Change the stock of ${name}: ${stock ?? 'unknown'}`}
        onClick={() => setTyped(stock === null ? '' : String(stock))}
        className="min-h-9 rounded-md border border-transparent px-1.5 hover:border-line lg:-ml-1.5"
      >
        <StockWords stock={stock} />
      </button>
    )
  return (
    <input
      // Replaces the pressed button, so it takes the focus.
      ref={(input) => input?.focus()}
      inputMode="numeric"
      pattern="\d*"
      maxLength={6}
      aria-label={`Stock of ${name} (leave empty if unknown)`}
      aria-busy={isBusy || undefined}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setTyped(null)
      }}
      className="min-h-9 w-20 rounded-md border border-line bg-surface px-2 tabular-nums"
    />
  )
}
