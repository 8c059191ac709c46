import type { Db } from '#server/platform/db.ts'
import { NO_RATE } from './decide-status.ts'
import { hasherOf, inTurn, standing } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import { uniteRefunds } from './snapshot.ts'

const AT_ONCE = 200
const WAITING = { status: 'tracked', statusReason: { startsWith: NO_RATE } } as const

/** Currencies in which sales wait for an exchange rate: how many, and since when (UTC) the first of them was ordered. */
export async function listWaitingForRate(db: Db) {
  const rows = await db.conversion.groupBy({
    by: ['currency'],
    where: WAITING,
    _count: true,
    _min: { orderedAt: true },
    orderBy: { currency: 'asc' },
  })
  return rows.map(({ currency, _count, _min }) => ({ currency, sales: _count, since: _min.orderedAt }))
}

/**
 * Takes up sales that waited for an exchange rate, once there is one.
 * @returns how many are owed for now
 */
export async function takeUpSales(db: Db, now = new Date(), signal?: AbortSignal): Promise<number> {
  const rates = await db.exchangeRate.findMany({ select: { currency: true } })
  const waiting = {
    ...WAITING,
    currency: { in: rates.map(({ currency }) => currency) },
  } as const
  let taken = 0
  for (let after = ''; ;) {
    const sales = await db.conversion.findMany({
      where: { ...waiting, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: { id: true, partnerId: true },
    })
    for (const { id, partnerId } of sales) {
      if (signal?.aborted) return taken
      const hashOf = await hasherOf(db)
      const recorded = await inTurn(db, partnerId, async (tx) => {
        const stored = await tx.conversion.findUniqueOrThrow({
          where: { id },
          include: { lines: { orderBy: { place: 'asc' } } },
        })
        const { refunds } = await uniteRefunds(tx, partnerId, stored.externalId, [])
        return reviseSale(tx, stored, { ...standing(stored), refunds, hashOf }, now, { actor: 'system' })
      })
      if (recorded.status === 'pending') taken++
    }
    if (sales.length < AT_ONCE) return taken
    after = sales.at(-1)?.id ?? ''
  }
}
