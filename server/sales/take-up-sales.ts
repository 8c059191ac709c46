import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { NO_RATE } from './decide-status.ts'
import { UNKNOWN_CLICK } from './match-order.ts'
import { hasherOf, inTurn, storedFacts } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import { storeRefunds } from './snapshot.ts'

const AT_ONCE = 200
const WAITING = { status: 'tracked', statusReason: { startsWith: NO_RATE } } as const

/**
 * Lists currencies with sales that wait for an exchange rate, with their number and the time of the first order (UTC).
 */
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
 * Processes sales that waited for an exchange rate, once there is one.
 * @returns the number that now owe a commission
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
    for (const sale of sales) {
      if (signal?.aborted) return taken
      if (await takeUp(db, sale, now)) taken++
    }
    if (sales.length < AT_ONCE) return taken
    after = sales.at(-1)?.id ?? ''
  }
}

/** @returns whether a commission is now owed */
async function takeUp(db: Db, { id, partnerId }: { id: string; partnerId: string }, now: Date): Promise<boolean> {
  const hashOf = await hasherOf(db)
  const { status } = await inTurn(db, partnerId, async (tx) => {
    const stored = await tx.conversion.findUniqueOrThrow({
      where: { id },
      include: { lines: { orderBy: { place: 'asc' } } },
    })
    const { refunds } = await storeRefunds(tx, stored, [])
    return reviseSale(tx, stored, { ...storedFacts(stored), refunds, hashOf }, now, { actor: 'system' })
  })
  return status === 'pending'
}

/**
 * Matches sales with a click that was unknown at the time of their order. Clicks are written in batches, so an order
 * may arrive first. Checks only orders of the last day.
 * @returns the number that now earn a commission
 */
export async function takeUpClicks(db: Db, now = new Date(), signal?: AbortSignal): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const found = await db.$queryRaw<Array<{ id: string; partnerId: string }>>`
    SELECT c.id, c.partner_id AS "partnerId" FROM conversions c
    WHERE c.match_level IS NULL AND c.lock_at IS NULL AND c.status = 'tracked' AND c.created_at > ${since} AND EXISTS (
      SELECT 1 FROM jsonb_array_elements(c.evidence) e
      JOIN outbound_clicks o ON o.id = 'wc_' || upper(substr(btrim(e ->> 'clickId'), 4))
      WHERE e ->> 'reason' = ${UNKNOWN_CLICK}
    )
    ORDER BY c.id LIMIT ${AT_ONCE}::int`
  let taken = 0
  for (const sale of found) {
    if (signal?.aborted) return taken
    if (await takeUp(db, sale, now)) taken++
  }
  return taken
}
