import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { BrokenStoresQuery } from './connections.schema.ts'
import { DISCONNECTED_BY_PARTNER } from './revoke-store.ts'

const PAGE_SIZE = 25
const DAY_MS = 86_400_000
/** Whoever has not come back by then has left. */
export const LEFT_AFTER_DAYS = 30

/** What its own partner has disconnected is as it should be. server/admin/waiting.service.ts counts what is 'degraded' here. */
const storesOf = (show: BrokenStoresQuery['show'], now = new Date()): Prisma.ShopifyConnectionWhereInput =>
  show === 'ended'
    ? { status: 'revoked' }
    : {
        OR: [
          { status: 'degraded' },
          {
            status: 'revoked',
            statusReason: { not: DISCONNECTED_BY_PARTNER },
            disconnectedAt: { gt: new Date(now.getTime() - LEFT_AFTER_DAYS * DAY_MS) },
          },
        ],
      }

/** How many stores do not do all that they should, how many are disconnected, and how many messages we could not do. */
export async function countBroken(db: Db): Promise<{ degraded: number; ended: number; letters: number }> {
  const [degraded, ended, letters] = await Promise.all([
    db.shopifyConnection.count({ where: storesOf('degraded') }),
    db.shopifyConnection.count({ where: storesOf('ended') }),
    db.webhookEvent.count({ where: { status: 'dead' } }),
  ])
  return { degraded, ended, letters }
}

/**
 * Stores for administrators, 25 a page: those that do not do all that they should, or have gone without a word, the longest silent first; those that
 * are disconnected, the last first. Nothing secret of them. A page after the last is the last.
 */
export async function listBrokenStores(db: Db, { show, page }: BrokenStoresQuery) {
  const where = storesOf(show)
  const total = await db.shopifyConnection.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const stores = await db.shopifyConnection.findMany({
    where,
    orderBy: [
      show === 'degraded'
        ? { lastOkAt: { sort: 'asc', nulls: 'first' } }
        : { disconnectedAt: { sort: 'desc', nulls: 'last' } },
      { id: 'asc' },
    ],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      ...{ id: true, shop: true, shopName: true, statusReason: true, connectedAt: true, lastOkAt: true },
      ...{ lastDeliveryAt: true, disconnectedAt: true },
      partner: { select: { id: true, businessName: true } },
    },
  })
  return { stores, page: shown, totalPages }
}
