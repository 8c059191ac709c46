import { findCards } from '#server/catalogue/find-cards.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { appearanceOf, PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText, type Pattern } from '#server/media/appearance/appearance.schema.ts'
import { LISTED } from '#server/platform/listed.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import type { SearchContext } from './search.types.ts'

const LOOKED_AT = searchProductsInput.parse({ pageSize: 50 })
const MAX_EXAMPLES = 4

/** A product with a picture that a shopper can start a search from. */
export interface PictureExample {
  product: ProductCard
  /** The look of its first picture, as lists expect it. */
  looksLike: string
}

/**
 * Lists up to four listed products to try search by picture with, with patterns as different as possible. Empty until a
 * picture has been analysed.
 */
export async function listExamples(context: SearchContext): Promise<PictureExample[]> {
  const { products } = await searchProducts(context, LOOKED_AT)
  const rows = await context.db.$queryRaw<Array<{ id: string; appearance: Uint8Array }>>`
    SELECT p.id, substr(p.appearances, 1, ${PLACE.bytes}) AS appearance FROM products p
    WHERE p.id = ANY(${products.map(({ id }) => id)}::uuid[]) AND length(p.appearances) > 0 AND ${LISTED}`
  const byPattern = new Map<Pattern, string[]>()
  const found = new Map<string, string>()
  for (const { id, appearance } of rows) {
    const read = appearanceOf(appearance)
    const pattern = read.pattern ?? 'plain'
    found.set(id, writeAppearanceText(read))
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), id])
  }
  // Take the first product of each pattern, then the second of each.
  const ids: string[] = []
  for (let place = 0; ids.length < MAX_EXAMPLES && place < rows.length; place++)
    ids.push(...[...byPattern.values()].flatMap((group) => group[place] ?? []))
  const cards = await findCards(context.db, ids.slice(0, MAX_EXAMPLES))
  return ids.flatMap((id) => {
    const [product, looksLike] = [cards.get(id), found.get(id)]
    return product && looksLike ? [{ product, looksLike }] : []
  })
}
