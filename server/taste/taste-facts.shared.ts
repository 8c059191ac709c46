import type { TasteFact } from './taste.schema.ts'
import { MAX_TEXT, MAX_VALUES, PRICE_BANDS } from './taste.values.ts'

interface Named {
  name: string
  slug: string
}

/** What of a product can be to somebody's taste, as its page has it. */
export interface TastedProduct {
  category: Named | null
  brand: Named
  store: { id: string; name: string }
  /** Families and shades: 'green', 'sage green'. */
  colours: readonly string[]
  /** Keys: 'linen'. */
  materials: readonly string[]
  styles: readonly string[]
  /** 'women', 'men', 'unisex', 'kids'; '' where nobody said. */
  audience: string
  /** Place among the price bands. */
  band: number
}

/** The price band of an amount in US cents: 0 for up to 25 dollars. */
export function bandOf(priceBaseMinor: number): number {
  const place = PRICE_BANDS.findIndex((end) => priceBaseMinor < end * 100)
  return place < 0 ? PRICE_BANDS.length : place
}

export function bandLabel(band: number): string {
  const [from, to] = [PRICE_BANDS[band - 1], PRICE_BANDS[band]]
  if (from === undefined) return `Under $${PRICE_BANDS[0]}`
  return to === undefined ? `$${from} or more` : `$${from} to $${to}`
}

/** The facts of a product. Several colours are one that comes in many: 'multi' is no taste. */
export function tasteFacts(product: TastedProduct): TasteFact[] {
  const { category, brand, store, colours, materials, styles, audience, band } = product
  const listed = (kind: TasteFact['kind'], values: readonly string[]) =>
    values
      .map((value) => value.trim().toLowerCase())
      .filter((value, at, all) => value !== '' && value !== 'multi' && all.indexOf(value) === at)
      .slice(0, MAX_VALUES)
      .map((value) => ({ kind, key: value, label: value }))
  return [
    ...(category ? [{ kind: 'category' as const, key: category.slug, label: category.name }] : []),
    { kind: 'brand' as const, key: brand.slug, label: brand.name },
    { kind: 'store' as const, key: store.id, label: store.name },
    ...listed('colour', colours),
    ...listed('material', materials),
    ...listed('style', styles),
    { kind: 'price' as const, key: String(band), label: bandLabel(band) },
    ...(audience && audience !== 'unisex' ? listed('audience', [audience]) : []),
  ]
    .filter(({ key, label }) => key !== '' && label.trim() !== '')
    .map(({ kind, key, label }) => ({ kind, key: key.slice(0, MAX_TEXT), label: label.slice(0, MAX_TEXT) }))
}
