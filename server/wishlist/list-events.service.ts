import { Prisma } from '#prisma/generated/client.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { Picture } from '#server/media/picture.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LISTED } from '#server/platform/listed.ts'
import type { PriceFacts, StockFacts } from './wishlist-events.ts'

const MAX_EVENTS = 50
const EVENT_DAYS = 30

interface EventOfProduct {
  id: string
  productId: string
  productName: string
  happenedAt: Date
  /** Whether the owner has not seen it yet. */
  isNew: boolean
  picture: Picture | null
}

export type WishlistEvent = EventOfProduct &
  (
    | { kind: 'price_drop' | 'below_target'; facts: PriceFacts }
    | { kind: 'back_in_stock' | 'low_stock'; facts: StockFacts }
  )

/**
 * Returns the newest 50 events on the viewer's wishlist in the last 30 days, for products that are still on it and
 * listed.
 */
export async function listWishlistEvents(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  now = new Date(),
): Promise<WishlistEvent[]> {
  const events = await db.$queryRaw<Array<Omit<WishlistEvent, 'productName' | 'picture'>>>`
    SELECT e.id, e.kind, e.facts, e.happened_at AS "happenedAt", e.seen_at IS NULL AS "isNew", p.id AS "productId"
    ${eventsOf(viewer.userId, now)} ORDER BY e.happened_at DESC, e.id DESC LIMIT ${MAX_EVENTS}`
  const cards = await findCards(db, [...new Set(events.map(({ productId }) => productId))])
  return events.flatMap((event) => {
    const card = cards.get(event.productId)
    return card ? [{ ...event, productName: card.name, picture: card.pictures[0] ?? null } as WishlistEvent] : []
  })
}

/** Returns how many events the viewer has not seen, including new products found by saved searches. */
export async function countUnseenEvents(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  now = new Date(),
): Promise<number> {
  const [row] = await db.$queryRaw<
    Array<{ unseen: number }>
  >`SELECT ${unseenOf(Prisma.sql`${viewer.userId}::uuid`, now)} AS unseen`
  return row?.unseen ?? 0
}

/**
 * Marks all events up to a time as seen by the viewer. Later events stay new.
 */
export async function markEventsSeen(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  until: Date,
  now = new Date(),
): Promise<void> {
  await db.$executeRaw`
    UPDATE wishlist_events e SET seen_at = ${now}::timestamptz FROM wishlist_items w
    WHERE e.user_id = ${viewer.userId}::uuid AND e.seen_at IS NULL AND e.happened_at <= ${until}::timestamptz AND w.id = e.item_id`
}

const eventsOf = (userId: string, now: Date): Prisma.Sql => eventsOfUser(Prisma.sql`${userId}::uuid`, now)

const eventsOfUser = (userId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  FROM wishlist_events e JOIN wishlist_items w ON w.id = e.item_id JOIN products p ON p.id = w.product_id AND ${LISTED}
  WHERE e.user_id = ${userId} AND e.happened_at > ${new Date(now.getTime() - EVENT_DAYS * DAY_MS)}`

/** SQL: the number of new products from saved searches that the user in `userId` has not seen. */
export const unseenFindsOf = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT count(DISTINCT f.product_id)::int FROM search_finds f JOIN saved_searches saved ON saved.id = f.search_id AND saved.removed_at IS NULL
  JOIN products p ON p.id = f.product_id AND ${LISTED} WHERE f.user_id = ${userId} AND f.seen_at IS NULL)`

/** SQL: how many of these events, and of the products found by saved searches, the user in `userId` has not seen. */
export const unseenOf = (userId: Prisma.Sql, now = new Date()): Prisma.Sql =>
  Prisma.sql`((SELECT count(*)::int ${eventsOfUser(userId, now)} AND e.seen_at IS NULL) + ${unseenFindsOf(userId)})`
