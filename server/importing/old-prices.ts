import { z } from 'zod'
import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LIST_DAYS } from './forget-imports.ts'
import { beginStoreSync } from './store-sync.ts'

type Store = Pick<ShopifyConnection, 'id' | 'partnerId' | 'currency'>

const BY_PARTNER = 'partner_currency_changed'
const BY_STORE = 'store_currency_changed'
const MAX_CHANGES = 20
const between = z.object({ from: z.string().catch(''), to: z.string().catch('') })

/** Returns the changes of a partner's currency and of its store's, latest first. */
async function listChanges(db: Db, partnerId: string, actions: string[], take: number) {
  const found = await db.auditEntry.findMany({
    where: { subjectId: partnerId, action: { in: actions } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take,
    select: { at: true, action: true, data: true },
  })
  return found.map(({ data, ...change }) => ({ ...change, ...between.parse(data) }))
}

/** Whether the records of imports after a change may be deleted. */
const isLongAgo = (changedAt: Date, now: Date): boolean => changedAt.getTime() < now.getTime() - LIST_DAYS * DAY_MS

/** Whether some products of a store still have prices in another currency. Slow: call it only after a change. */
async function hasOldPrices(db: Db, { id, currency }: Store): Promise<boolean> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const old = await db.storeProduct.findFirst({
    where: {
      connectionId: id,
      product: { deletedAt: null, status: { not: 'archived' }, currency: { not: currency } },
    },
    select: { productId: true },
  })
  return old !== null
}

/**
 * Imports a store's products again if some still have prices in another currency, and no import has begun since the
 * partner changed its currency. An import that has not failed is not repeated, because the store may be unable to send
 * all prices again.
 * @param store with the partner's current currency
 * @param options.pauseMs time until a failed import is tried again: some stores are compared every few minutes
 */
export async function importNewPrices(
  db: Db,
  store: Store,
  { now = new Date(), pauseMs = DAY_MS }: { now?: Date; pauseMs?: number } = {},
): Promise<void> {
  const [changed] = await listChanges(db, store.partnerId, [BY_PARTNER], 1)
  if (!changed || isLongAgo(changed.at, now)) return
  const isTried = {
    OR: [{ status: { not: 'failed' as const } }, { createdAt: { gt: new Date(now.getTime() - pauseMs) } }],
  }
  const where = { connectionId: store.id, createdAt: { gte: changed.at }, ...isTried }
  if ((await db.productImport.count({ where })) || !(await hasOldPrices(db, store))) return
  await beginStoreSync(db, store.id, null)
}

/**
 * Returns since when a store's prices are not up to date because of a change of currency; null if they are. Prices stay
 * as they are while the currencies differ, and until an import with the new currency was applied. A change of half a
 * year ago no longer counts.
 */
export async function findOldPrices(
  db: Db,
  store: Store,
  ofPartner: string,
  now = new Date(),
): Promise<{ since: Date | null; isStoreAhead: boolean } | null> {
  const changes = await listChanges(db, store.partnerId, [BY_PARTNER, BY_STORE], MAX_CHANGES)
  const changed = changes.find(({ action }) => action === BY_PARTNER)
  const isStoreAhead = store.currency !== ofPartner
  if (!isStoreAhead && !(changed && !isLongAgo(changed.at, now) && (await isBehind(db, store, changed.at)))) return null
  // The currency of the prices.
  const before = isStoreAhead ? ofPartner : changed?.from
  const back = changes.findIndex(({ to }) => to === before)
  const since = changes.slice(0, back === -1 ? undefined : back).at(-1)?.at ?? null
  return { since, isStoreAhead }
}

async function isBehind(db: Db, store: Store, changedAt: Date): Promise<boolean> {
  const later = { gte: changedAt }
  const where = { connectionId: store.id, status: 'applied' as const, OR: [{ createdAt: later }, { appliedAt: later }] }
  return !(await db.productImport.count({ where })) && (await hasOldPrices(db, store))
}
