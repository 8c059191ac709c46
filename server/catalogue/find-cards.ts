import type { Db } from '#server/platform/db.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { LISTED } from '#server/platform/listed.ts'
import { CARD_COLUMNS, CARD_JOINS, type ProductCard } from './product-card.ts'

/** Returns the cards of these products by id; unlisted ones are left out. */
export async function findCards(db: Db, ids: string[]): Promise<Map<string, ProductCard>> {
  if (!ids.length) return new Map()
  const cards = await db.$queryRaw<
    ProductCard[]
  >`${KEPT_PLAN} SELECT ${CARD_COLUMNS} FROM products p ${CARD_JOINS} WHERE p.id = ANY(${ids}::uuid[]) AND ${LISTED}`
  return new Map(cards.map((card) => [card.id, card]))
}
