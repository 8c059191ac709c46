import type { Db } from '#server/platform/db.ts'
import type { BrokenStoresQuery } from './connections.schema.ts'

const PAGE_SIZE = 25
const STATUS = { degraded: 'degraded', ended: 'revoked' } as const

/** How many stores do not do all that they should, how many are disconnected, and how many messages we could not do. */
export async function countBroken(db: Db): Promise<{ degraded: number; ended: number; letters: number }> {
  const [degraded, ended, letters] = await Promise.all([
    db.shopifyConnection.count({ where: { status: STATUS.degraded } }),
    db.shopifyConnection.count({ where: { status: STATUS.ended } }),
    db.webhookEvent.count({ where: { status: 'dead' } }),
  ])
  return { degraded, ended, letters }
}

/**
 * Stores for administrators, 25 a page: those that do not do all that they should, the longest silent first; those that are disconnected, the last
 * first. Nothing secret of them. A page after the last is the last.
 */
export async function listBrokenStores(db: Db, { show, page }: BrokenStoresQuery) {
  const where = { status: STATUS[show] }
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
