import { formatMoney } from '#app/lib/format.ts'
import type { ProductChange } from '#server/products/describe-changes.ts'

const FIELD_NAMES: Record<ProductChange['field'], string> = {
  name: 'Name',
  description: 'Description',
  status: 'Status',
  category: 'Category',
  brand: 'Brand',
  tags: 'Tags',
  material: 'Material',
  gender: 'Gender',
  productUrl: 'Product page',
  price: 'Price',
  originalPrice: 'Original price',
  stock: 'Stock',
  sku: 'SKU',
  gtin: 'GTIN',
  variantUrl: 'Variant page',
  colourHex: 'Swatch',
  colours: 'Colours',
  formatting: 'Description formatting',
  variants: 'Variants',
  pictures: 'Pictures',
}

/** The changed fields of a product, before and after. Amounts are in minor units of the currency. */
export function ChangeLines({ changes, currency }: { changes: readonly ProductChange[]; currency: string }) {
  if (!changes.length) return null
  return (
    <ul className="mt-1 grid gap-0.5 text-sm text-muted">
      {changes.map(({ field, variant, before, after }) => (
        <li key={`${field} ${variant ?? ''}`} className="wrap-anywhere">
          {FIELD_NAMES[field]}
          {variant && ` of ${variant}`}: <s className="decoration-line">{valueOf(field, before, currency)}</s>{' '}
          <span aria-hidden>→</span>
          <span className="sr-only">now</span>{' '}
          <span className="text-text tabular-nums">{valueOf(field, after, currency)}</span>
        </li>
      ))}
    </ul>
  )
}

function valueOf(field: ProductChange['field'], value: ProductChange['before'], currency: string): string {
  if (field === 'stock' && value === null) return 'Check at store'
  if (value === null || value === '') return 'none'
  return (field === 'price' || field === 'originalPrice') && typeof value === 'number'
    ? formatMoney(value, currency)
    : String(value)
}
