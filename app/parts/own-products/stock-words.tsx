import { formatCount } from '#app/lib/format.ts'
import { LOW_STOCK } from '#server/products/own-products.schema.ts'

/** A stock level in words, including unknown. The colour only repeats the words. */
export function StockWords({ stock }: { stock: number | null }) {
  if (stock === null) return <span className="text-muted">Check at store</span>
  if (stock === 0) return <span className="text-sale">Out</span>
  return (
    <span className={`tabular-nums ${stock <= LOW_STOCK ? 'font-semibold' : 'text-good'}`}>
      {formatCount(stock)}
      {stock <= LOW_STOCK && <span className="sr-only"> left</span>}
    </span>
  )
}
