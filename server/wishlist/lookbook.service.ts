import { findCards } from '#server/catalogue/find-cards.ts'
import type { Picture } from '#server/media/picture.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { listWishes } from './list-wishes.ts'

/** Nobody prints more pictures than this, and each one is stored offline. */
export const MAX_LOOKS = 60

/** A wishlist item as a lookbook shows it. Amounts in minor units of `currency`. */
interface Look {
  itemId: string
  /** Null if it is no longer in the shop. Then the price is the last known one. */
  productId: string | null
  name: string
  brand: string
  /** The store's name; null if it is no longer in the shop. */
  store: string | null
  currency: string
  priceMinor: number
  originalPriceMinor: number | null
  size: string | null
  note: string
  picture: Picture | null
}

interface Lookbook {
  /** When its prices were read. */
  readAt: Date
  looks: Look[]
  /** The number of items on the whole list. */
  total: number
}

/** Returns the items with the highest priority, then the newest: 60 at most, with pictures and current prices. */
export async function getLookbook(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  now = new Date(),
): Promise<Lookbook> {
  const wishes = await listWishes(db, viewer.userId)
  // Sorting keeps the order of equal items: the newest first.
  const shown = wishes.toSorted((a, b) => b.priority - a.priority).slice(0, MAX_LOOKS)
  const cards = await findCards(
    db,
    shown.flatMap(({ productId, isListed }) => (productId && isListed ? [productId] : [])),
  )
  const stores = await db.partner.findMany({
    where: { id: { in: [...new Set([...cards.values()].map(({ partnerId }) => partnerId))] } },
    select: { id: true, businessName: true },
  })
  const storeOf = new Map(stores.map(({ id, businessName }) => [id, businessName]))
  return {
    readAt: now,
    total: wishes.length,
    looks: shown.map(({ itemId, productId, name, brand, currency, priceMinor, originalPriceMinor, size, note }) => {
      const card = productId ? cards.get(productId) : undefined
      return {
        itemId,
        name,
        brand,
        currency,
        priceMinor,
        size,
        note,
        originalPriceMinor: originalPriceMinor !== null && originalPriceMinor > priceMinor ? originalPriceMinor : null,
        productId: card?.id ?? null,
        store: card ? (storeOf.get(card.partnerId) ?? null) : null,
        picture: card?.pictures[0] ?? null,
      }
    }),
  }
}
