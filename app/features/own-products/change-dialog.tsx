import { useOutletContext } from '@remix-run/react'
import { useState, type FormEvent } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import { useLoaded } from '#app/lib/use-loaded.ts'
import { parseAmountOrNull } from '#server/platform/amount.schema.ts'
import { decimalsOf } from '#server/platform/money.schema.ts'
import type { ProductsChange } from '#server/products/own-products.schema.ts'
import { countOf, type Chosen } from '#app/parts/own-products/change-products.ts'
import { Consequences } from '#app/parts/own-products/consequences.tsx'
import { STATE_NAMES, STATUSES } from './product-words.ts'

export type ChangeKind = 'status' | 'price' | 'stock' | 'tags' | 'category' | 'delete'

const TITLES: Record<ChangeKind, string> = {
  status: 'Change status',
  price: 'Change price',
  stock: 'Change stock',
  tags: 'Change tags',
  category: 'Change category',
  delete: 'Delete',
}

interface ChangeDialogProps {
  kind: ChangeKind
  chosen: Chosen
  count: number
  onClose: () => void
  onChange: (change: ProductsChange) => void
}

/** The form for a change to the selected products. */
export default function ChangeDialog({ kind, chosen, count, onClose, onChange }: ChangeDialogProps) {
  const { currency } = useOutletContext<{ currency: string }>()
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = parseChange(kind, new FormData(event.currentTarget), currency)
    if (typeof read === 'string') setError(read)
    else onChange(read)
  }
  return (
    <Dialog title={`${TITLES[kind]}${kind === 'delete' ? ` ${countOf(count)}?` : ''}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5 text-sm">
        {kind !== 'delete' && <p className="text-muted">This will change {countOf(count)}.</p>}
        <Fields kind={kind} chosen={chosen} currency={currency} />
        <p role="alert" className="text-sale empty:hidden">
          {error}
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-accent">
            {kind === 'delete' ? `Delete ${countOf(count)}` : `Change ${countOf(count)}`}
          </button>
          <button type="button" onClick={onClose} className="button button-quiet">
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const box = 'field min-h-11 w-full'

function Fields({ kind, chosen, currency }: Pick<ChangeDialogProps, 'kind' | 'chosen'> & { currency: string }) {
  switch (kind) {
    case 'status':
      return (
        <fieldset className="grid gap-1">
          <legend className="sr-only">Status</legend>
          {STATUSES.map((status) => (
            <label key={status} className="flex min-h-11 items-center gap-3">
              <input type="radio" name="status" value={status} defaultChecked={status === 'active'} />
              {STATE_NAMES[status]}
            </label>
          ))}
        </fieldset>
      )
    case 'price':
      return (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
            <label className="grid gap-1">
              Change
              <select name="way" className={box}>
                <option value="-percent">Decrease by percentage</option>
                <option value="+percent">Increase by percentage</option>
                <option value="-amount">Decrease by amount ({currency})</option>
                <option value="+amount">Increase by amount ({currency})</option>
              </select>
            </label>
            <label className="grid gap-1">
              Amount
              <input name="value" inputMode="decimal" autoComplete="off" className={box} />
            </label>
          </div>
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="showsOldPrice" /> Show the old price next to a lower price
          </label>
          <p className="text-muted">This applies to every variant. Prices cannot go below 0.</p>
        </>
      )
    case 'stock':
      return (
        <label className="grid gap-1">
          Stock of each variant
          <input name="stock" inputMode="numeric" autoComplete="off" className={box} />
          <span className="text-muted">
            If you don’t know the stock, leave this empty. Shoppers will see “Check at store”.
          </span>
        </label>
      )
    case 'tags':
      return (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <label className="grid gap-1">
            Action
            <select name="way" className={box}>
              <option value="add-tag">Add</option>
              <option value="remove-tag">Remove</option>
            </select>
          </label>
          <label className="grid gap-1">
            Tag
            <input name="tag" maxLength={255} autoComplete="off" className={box} />
          </label>
        </div>
      )
    case 'category':
      return <CategoryField />
    case 'delete':
      return <Consequences chosen={chosen} />
  }
}

const loadClient = async () => (await import('#app/lib/trpc-client.ts')).client

function CategoryField() {
  const categories = useLoaded(async () => (await loadClient()).products.categories.query())
  if (categories === 'failed')
    return <p role="alert">We could not load the categories. Please close this dialog and try again.</p>
  return (
    <label className="grid gap-1">
      Category
      <select name="categoryId" className={box} disabled={categories === 'loading'}>
        <option value="">{categories === 'loading' ? 'Loading...' : 'No category'}</option>
        {categories !== 'loading' &&
          categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}

/** Returns the change, or an error message. */
function parseChange(kind: ChangeKind, form: FormData, currency: string): ProductsChange | string {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  switch (kind) {
    case 'status':
      return { kind, status: STATUSES.find((status) => status === text('status')) ?? 'draft' }
    case 'stock': {
      const stock = text('stock')
      if (stock === '') return { kind, stock: null }
      return /^\d{1,6}$/.test(stock) && Number(stock) <= 500_000
        ? { kind, stock: Number(stock) }
        : 'Please enter a whole number up to 500,000.'
    }
    case 'tags': {
      const tag = text('tag')
      return tag ? { kind: text('way') === 'remove-tag' ? 'remove-tag' : 'add-tag', tag } : 'Please enter a tag.'
    }
    case 'category':
      return { kind, categoryId: text('categoryId') || null }
    case 'delete':
      return { kind }
    case 'price': {
      const [sign, isPercent] = [text('way').startsWith('-') ? -1 : 1, text('way').endsWith('percent')]
      const showsOldPrice = form.has('showsOldPrice')
      if (isPercent) {
        const value = Number(text('value').replace(',', '.').replace(/\s*%$/, ''))
        if (!(value > 0) || value > (sign < 0 ? 100 : 1_000))
          return `Please enter a percentage above 0, up to ${sign < 0 ? '100' : '1,000'}.`
        return { kind, by: { unit: 'percent', value: sign * value }, showsOldPrice }
      }
      const minor = parseAmountOrNull(text('value'), currency)
      if (minor === null || minor <= 0n || minor > 2_000_000_000n)
        return `Please enter an amount above 0, with up to ${decimalsOf(currency)} decimal places.`
      return { kind, by: { unit: 'amount', value: sign * Number(minor) }, showsOldPrice }
    }
  }
}
