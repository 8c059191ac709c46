import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from './customer-hash.ts'
import { lockSales } from './lock-sales.ts'
import { uniteSignals } from './match-order.ts'
import { NOTHING, reviseSale, signalsOf, type Recorded, type StoredSale } from './revise-sale.ts'
import { earlier, laterSnapshot, snapshotOf, storedSnapshot, uniteRefunds } from './snapshot.ts'
import type { StoreOrder, StoreRefund } from './store-order.schema.ts'

export type { Recorded } from './revise-sale.ts'

const PATIENCE_MS = 30_000

/**
 * Takes in what a store says of an order, and brings the sale and the ledger to what follows from all of its messages. They may come
 * twice and in any order. An order that nothing connects with us leaves only its refunds behind, for a while.
 * @throws AppError conflict if the order was known in another currency
 */
export async function recordOrder(db: Db, partnerId: string, order: StoreOrder, now: Date): Promise<Recorded> {
  if (!order.signals.length && !order.refunds.length && !(await readSale(db, partnerId, order.id))) return NOTHING
  const staff = await staffOf(db, partnerId)
  return inTurn(db, partnerId, async (tx) => {
    const { refunds } = await uniteRefunds(tx, partnerId, order.id, order.refunds)
    const stored = await readSale(tx, partnerId, order.id)
    if (!stored && !order.signals.length) return NOTHING
    if (stored && stored.currency !== order.currency)
      throw new AppError('conflict', `The order was in ${stored.currency}: it cannot be in ${order.currency} now.`)
    const told = snapshotOf(order)
    const paidAt = order.paidAt === null ? null : new Date(order.paidAt)
    const cancelledAt = order.cancelledAt === null ? null : new Date(order.cancelledAt)
    return reviseSale(
      tx,
      stored,
      {
        partnerId,
        externalId: order.id,
        snapshot: stored ? laterSnapshot(storedSnapshot(stored, stored.lines), told) : told,
        paidAt: earlier(paidAt, stored?.paidAt ?? null),
        cancelledAt: earlier(cancelledAt, stored?.cancelledAt ?? null),
        refunds,
        signals: uniteSignals(stored ? signalsOf(stored) : [], order.signals),
        staff,
      },
      now,
      { actor: order.source === 'csv' ? 'admin' : 'store' },
    )
  })
}

/** Takes in a refund that comes by itself, before or after its order. */
export async function recordRefund(
  db: Db,
  partnerId: string,
  externalOrderId: string,
  refund: StoreRefund,
  now: Date,
): Promise<Recorded> {
  const staff = await staffOf(db, partnerId)
  return inTurn(db, partnerId, async (tx) => {
    const { refunds, isChanged } = await uniteRefunds(tx, partnerId, externalOrderId, [refund])
    const stored = await readSale(tx, partnerId, externalOrderId)
    if (!stored) return NOTHING
    if (!isChanged)
      return { conversionId: stored.id, status: stored.status, level: stored.matchLevel, isChanged: false }
    return reviseSale(tx, stored, { ...standing(stored), refunds, staff }, now, { actor: 'store' })
  })
}

/** What is known of a sale already, as `reviseSale` takes it. */
export const standing = (stored: StoredSale) => ({
  partnerId: stored.partnerId,
  externalId: stored.externalId,
  snapshot: storedSnapshot(stored, stored.lines),
  paidAt: stored.paidAt,
  cancelledAt: stored.cancelledAt,
  signals: signalsOf(stored),
})

/** One after the other of a partner's sales. */
export const inTurn = <T>(db: Db, partnerId: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await lockSales(tx, partnerId)
      return work(tx)
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )

export const readSale = (
  db: Db | Prisma.TransactionClient,
  partnerId: string,
  externalId: string,
): Promise<StoredSale | null> =>
  db.conversion.findUnique({
    where: { partnerId_externalId: { partnerId, externalId } },
    include: { lines: { orderBy: { place: 'asc' } } },
  })

/** The hashes of the addresses of the partner’s people. */
export async function staffOf(db: Db, partnerId: string): Promise<Set<string>> {
  const partner = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      email: true,
      contactEmail: true,
      owner: { select: { email: true } },
      members: { select: { user: { select: { email: true } } } },
    },
  })
  const hash = emailHasher(await appSecret(db, 'customer-hash'))
  const members = partner.members.map(({ user }) => user.email)
  return new Set(
    [partner.email, partner.contactEmail, partner.owner?.email, ...members].flatMap((email) =>
      email ? hash(email) : [],
    ),
  )
}
