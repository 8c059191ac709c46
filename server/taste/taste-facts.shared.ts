import type { TasteFact } from './taste.schema.ts'
import { MAX_TEXT, MAX_VALUES, PRICE_BANDS } from './taste.values.ts'

interface Named {
  name: string
  slug: string
}

/** A product's facts that can match a taste, as on its page. */
export interface TastedProduct {
  category: Named | null
  brand: Named
  store: { id: string; name: string }
  /** Families and shades: 'green', 'sage green'. */
  colours: readonly string[]
  /** Keys such as 'linen'. */
  materials: readonly string[]
  styles: readonly string[]
  /** 'women', 'men', 'unisex', 'kids'; '' if unknown. */
  audience: string
  /** Index of its price band. */
  band: number
}

/** Returns the price band of an amount in US cents: 0 for up to 25 dollars. */
export function bandOf(priceBaseMinor: number): number {
  const place = PRICE_BANDS.findIndex((end) => priceBaseMinor < end * 100)
  return place < 0 ? PRICE_BANDS.length : place
}

export function bandLabel(band: number): string {
  const [from, to] = [PRICE_BANDS[band - 1], PRICE_BANDS[band]]
  if (from === undefined) return `Under $${PRICE_BANDS[0]}`
  return to === undefined ? `$${from} or more` : `$${from} to $${to}`
}

/** Returns the facts of a product. The colour 'multi' only means several colours, so it is left out. */
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
