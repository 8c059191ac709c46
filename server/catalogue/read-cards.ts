import type { Db } from '#server/platform/db.ts'
import { CARD_COLUMNS, CARD_JOINS, LISTED, type ProductCard } from './product-card.ts'

/** The cards of these products by id, as far as they are listed. */
export async function readCards(db: Db, ids: string[]): Promise<Map<string, ProductCard>> {
  if (!ids.length) return new Map()
  const cards = await db.$queryRaw<ProductCard[]>`SELECT ${CARD_COLUMNS} FROM products p ${CARD_JOINS} WHERE p.id = ANY(${ids}::uuid[]) AND ${LISTED}`
  return new Map(cards.map((card) => [card.id, card]))
}
