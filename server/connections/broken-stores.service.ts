import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import type { BrokenStoresQuery } from './connections.schema.ts'
import { DISCONNECTED_BY_PARTNER } from './revoke-store.ts'

const PAGE_SIZE = 25
/** A store that has been disconnected for longer is no longer listed as broken. */
export const LEFT_AFTER_DAYS = 30

/**
 * Leaves out stores that their own partner disconnected. server/admin/waiting.service.ts uses this to count 'degraded'
 * stores.
 */
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
            // Leaves out a store if its partner has connected another one since.
            partner: { shopifyConnections: { none: { status: { not: 'revoked' } } } },
          },
        ],
      }

/** Returns the numbers of stores that work only in part, of disconnected stores, and of messages that we could not process. */
export async function countBroken(db: Db): Promise<{ degraded: number; ended: number; letters: number }> {
  const [degraded, ended, letters] = await Promise.all([
    db.shopifyConnection.count({ where: storesOf('degraded') }),
    db.shopifyConnection.count({ where: storesOf('ended') }),
    db.webhookEvent.count({ where: { status: 'dead' } }),
  ])
  return { degraded, ended, letters }
}

/**
 * Lists stores for administrators, 25 per page. 'degraded': stores that work only in part or have gone silent, longest
 * silent first. 'ended': disconnected stores, latest first. Contains no secrets. A page number past the end gives the last page.
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
      id: true,
      shop: true,
      shopName: true,
      statusReason: true,
      connectedAt: true,
      lastOkAt: true,
      lastDeliveryAt: true,
      disconnectedAt: true,
      partner: { select: { id: true, businessName: true } },
    },
  })
  return { stores, page: shown, totalPages }
}
