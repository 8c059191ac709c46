import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { hasherOf, inTurn, recordInTurn } from '#server/sales/record-order.ts'
import type { ConfirmHeldInput, HeldOrderInput } from './held-orders.schema.ts'
import { heldOrderOf, MAX_HELD } from './hold-order.ts'

const REFUSED_KEPT_DAYS = 90
const MAX_TITLES = 3

type Ask = Pick<PartnerAsk, 'db' | 'partner' | 'viewer' | 'visit'>

/** Lists the partner's orders that wait for confirmation, oldest first. */
export async function listHeld({ db, partner }: Pick<Ask, 'db' | 'partner'>) {
  const rows = await db.heldOrder.findMany({
    where: { partnerId: partner.id, refusedAt: null },
    orderBy: [{ heldAt: 'asc' }, { externalId: 'asc' }, { storeId: 'asc' }],
    take: MAX_HELD,
  })
  return rows.map(({ externalId, storeId, order: json, currency, valueMinor, source, heldAt }) => {
    const order = heldOrderOf(json)
    return {
      id: externalId,
      storeId,
      name: order.name,
      orderedAt: new Date(order.orderedAt),
      heldAt,
      source,
      currency,
      valueMinor: Number(valueMinor),
      lines: order.lines?.length ?? 0,
      products: (order.lines ?? []).slice(0, MAX_TITLES).map(({ title }) => title),
      isCancelled: order.cancelledAt !== null,
    }
  })
}

/**
 * Records a held order, with later changes from the store.
 * @throws AppError not_found if it is not waiting; conflict if the store has changed its value since the page was opened; bad_input if it is above the
 *   highest amount
 */
export async function confirmHeld(
  ask: Ask,
  { orderId, storeId, valueMinor, currency }: ConfirmHeldInput,
  now = new Date(),
): Promise<void> {
  const { db, partner, viewer, visit } = ask
  const hashOf = await hasherOf(db)
  await inTurn(db, partner.id, async (tx) => {
    const held = await tx.heldOrder.findFirst({
      where: { partnerId: partner.id, externalId: orderId, storeId, refusedAt: null },
    })
    if (!held) throw notWaiting()
    if (Number(held.valueMinor) !== valueMinor || held.currency !== currency)
      throw new AppError(
        'conflict',
        `Your store has changed this order to ${formatMoney(held.valueMinor, held.currency)} since you opened this page. Check it and confirm again.`,
      )
    await recordInTurn(tx, partner.id, heldOrderOf(held.order), { now, hashOf, storeId, isConfirmed: true })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'held_order_confirmed',
        subjectId: partner.id,
        data: { orderId, valueMinor: Number(held.valueMinor), currency: held.currency },
      },
      tx,
    )
  })
}

/** Rejects a held order: it is not recorded, even if the store sends it again. @throws AppError not_found */
export async function refuseHeld(
  { db, partner, viewer, visit }: Ask,
  { orderId, storeId }: HeldOrderInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { partnerId: partner.id, externalId: orderId, storeId, refusedAt: null }
    const held = await tx.heldOrder.findFirst({ where, select: { valueMinor: true, currency: true } })
    const { count } = await tx.heldOrder.updateMany({ where, data: { refusedAt: new Date() } })
    if (!held || !count) throw notWaiting()
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'held_order_refused',
        subjectId: partner.id,
        data: { orderId, valueMinor: Number(held.valueMinor), currency: held.currency },
      },
      tx,
    )
  })
}

const notWaiting = () => new AppError('not_found', 'This order is no longer waiting for confirmation.')

/** Deletes rejected orders after 90 days. */
export async function forgetRefused(db: Db, now: Date): Promise<void> {
  await db.heldOrder.deleteMany({
    where: { refusedAt: { lt: new Date(now.getTime() - REFUSED_KEPT_DAYS * 86_400_000) } },
  })
}
