import { Link } from '#app/components/link.tsx'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import type { MouseEvent } from 'react'
import { PicturePlaceholder } from '#app/components/picture.tsx'
import type { WishData } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { ProductCard, ProductRow } from '#app/parts/product-list/product-card.tsx'
import { Priority } from './priority.tsx'

export const SELECTION_FORM = 'wishlist-selection'
/** The id of the link that opens an item's settings. */
export const editId = (itemId: string): string => `edit-${itemId}`

interface WishCardProps {
  item: WishData
  view: 'grid' | 'list'
  isPriority: boolean
  isSelected: boolean
  /** True if its heart was just emptied here. */
  isRemoved: boolean
  onSelect: (isSelected: boolean) => void
  onEdit: () => void
}

/** A wishlist item: its product, and the owner's settings for it. */
export function WishCard({ item, view, isPriority, isSelected, isRemoved, onSelect, onEdit }: WishCardProps) {
  const { card } = item
  const select = !isRemoved && (
    <label
      className={`absolute z-10 grid size-11 cursor-pointer place-items-center rounded-full bg-ink/70 ${view === 'grid' ? 'top-2 left-2' : 'top-4 left-1'}`}
    >
      <input
        type="checkbox"
        name="itemId"
        value={item.itemId}
        form={SELECTION_FORM}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
        aria-label={`Select ${item.name}`}
        className="size-5 cursor-pointer accent-text"
      />
    </label>
  )
  return (
    <div
      className={
        view === 'list'
          ? 'relative sm:[&_article]:grid-cols-[6rem_minmax(0,1fr)_auto_auto] [&_article]:border-b-0 [&_article]:py-3'
          : 'relative'
      }
      data-removed={isRemoved || undefined}
    >
      {select}
      {!card ? (
        <GoneCard item={item} view={view} />
      ) : view === 'grid' ? (
        <ProductCard product={card} isPriority={isPriority} headingLevel="h2" />
      ) : (
        <ProductRow product={card} isPriority={isPriority} headingLevel="h2" />
      )}
      {isRemoved ? (
        <p className="pointer-events-none absolute inset-x-0 top-0 grid aspect-[4/5] max-h-full place-items-center p-4 text-center font-display text-xl leading-tight text-balance italic">
          <span>Removed. Tap the heart to add it back.</span>
        </p>
      ) : (
        <Said item={item} view={view} onEdit={onEdit} />
      )}
    </div>
  )
}

/** The owner's priority, size, target price and note, and the price change since the item was saved. */
function Said({ item, view, onEdit }: Pick<WishCardProps, 'item' | 'view' | 'onEdit'>) {
  const { itemId, name, size, priority, note, targetMinor, currency } = item
  const edit = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onEdit()
  }
  return (
    <div className={view === 'list' ? '-mt-3 border-b border-line pb-2 pl-[7.25rem] sm:-mt-10 sm:pl-32' : 'mt-2'}>
      <SinceSaved item={item} />
      <div className="flex min-h-11 items-center gap-3 text-sm">
        <Priority value={priority} />
        {size && <span className="rounded-full border border-line px-2.5 py-0.5 text-xs">{size}</span>}
        {item.isListed && size && !item.isInStock && item.stock === 0 && (
          <span className="text-xs text-muted">sold out</span>
        )}
        <Link
          id={editId(itemId)}
          to={paths.wish(itemId)}
          onClick={edit}
          aria-label={`Size, note and alerts: ${name}`}
          title="Size, note and alerts"
          className="icon-button -mr-2.5 ml-auto text-muted hover:text-text"
        >
          <Pencil aria-hidden size={16} strokeWidth={1.6} />
        </Link>
      </div>
      {targetMinor !== null && (
        <p className="text-xs text-muted tabular-nums">Target price {formatMoney(targetMinor, currency)}</p>
      )}
      {note && <p className="mt-1 line-clamp-3 text-sm whitespace-pre-line text-muted italic">{note}</p>}
    </div>
  )
}

/** The price change since the item was saved. */
function SinceSaved({ item: { isListed, priceMinor, currency, addedPriceMinor, addedCurrency } }: { item: WishData }) {
  if (!isListed || currency !== addedCurrency || priceMinor === addedPriceMinor) return null
  const isLess = priceMinor < addedPriceMinor
  return (
    <p className={`text-xs tabular-nums ${isLess ? 'text-good' : 'text-muted'}`}>
      {formatMoney(Math.abs(addedPriceMinor - priceMinor), currency)} {isLess ? 'less' : 'more'} than when you saved it
    </p>
  )
}

/** A product that is unlisted or deleted, with its last known details. */
function GoneCard({ item: { itemId, name, brand, priceMinor, currency }, view }: Pick<WishCardProps, 'item' | 'view'>) {
  const picture = <PicturePlaceholder name={name} className="h-full w-full opacity-50" />
  const remove = (
    <button
      type="submit"
      name="only"
      value={itemId}
      form={SELECTION_FORM}
      aria-label={`Remove ${name} from wishlist`}
      className="icon-button bg-ink/70 text-text hover:bg-ink/90"
    >
      <X aria-hidden size={19} />
    </button>
  )
  const facts = (
    <>
      <p className="truncate text-xs tracking-wide text-muted">{brand}</p>
      <h2 className="mt-0.5 line-clamp-2 font-sans text-[0.95rem] leading-snug font-medium text-muted">{name}</h2>
      <p className="mt-1 text-[0.95rem] text-muted tabular-nums">
        <span className="sr-only">Last price </span>
        {formatMoney(priceMinor, currency)}
      </p>
    </>
  )
  const mark = <span className="rounded-full bg-ink/80 px-2.5 py-1 text-xs font-semibold">No longer available</span>
  return view === 'grid' ? (
    <article className="relative">
      <div className="relative aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        {picture}
        <div className="absolute bottom-2 left-2">{mark}</div>
      </div>
      <div className="pt-3">{facts}</div>
      <div className="absolute top-2 right-2 z-10">{remove}</div>
    </article>
  ) : (
    <article className="relative grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3 py-5 sm:gap-8">
      <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">{picture}</div>
      <div>
        {facts}
        <p className="mt-3">{mark}</p>
      </div>
      {remove}
    </article>
  )
}
