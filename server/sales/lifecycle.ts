import type { LedgerActor, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { monthName, monthOf, placeInMonth } from './ledger/place-in-month.ts'
import { settle } from './ledger/settle.ts'
import { NEXT_STATUSES, type ConversionStatus } from './lifecycle.values.ts'
import { lockSales } from './lock-sales.ts'
import { reportSale } from './report-sale.ts'

/** The actor and the reason of a status change. `reason` is for people. */
export interface Move {
  reason: string
  actor: LedgerActor
  actorId?: string | null
}

const AT_ONCE = 100
const PATIENCE_MS = 60_000

/**
 * Moves a sale to another status and records the change.
 * @throws AppError not_found; conflict if that status cannot follow
 */
export async function moveConversion(
  tx: Prisma.TransactionClient,
  conversionId: string,
  to: ConversionStatus,
  { reason, actor, actorId = null }: Move,
  at = new Date(),
): Promise<void> {
  const sale = await tx.conversion.findUnique({ where: { id: conversionId }, select: { status: true } })
  if (!sale) throw new AppError('not_found', 'Sale not found.')
  const from = sale.status
  const next: readonly ConversionStatus[] = NEXT_STATUSES[from]
  if (!next.includes(to)) throw new AppError('conflict', `A sale that is ${from} cannot become ${to}.`)
  await tx.conversion.update({
    where: { id: conversionId },
    data: { status: to, statusReason: reason },
    select: { id: true },
  })
  await tx.conversionTransition.create({
    data: { conversionId, from, to, reason, actor, actorId, at },
    select: { id: true },
  })
}

/** Does the same as `moveConversion` for many sales. Those whose status is not `from` stay unchanged. */
export async function moveConversions(
  tx: Prisma.TransactionClient,
  conversionIds: readonly string[],
  from: ConversionStatus,
  to: ConversionStatus,
  { reason, actor, actorId = null }: Move,
  at: Date,
): Promise<void> {
  const next: readonly ConversionStatus[] = NEXT_STATUSES[from]
  if (!next.includes(to)) throw new AppError('conflict', `A sale that is ${from} cannot become ${to}.`)
  // Uses one statement with one parameter for all sales, because a month may have more sales than a statement may have
  // parameters.
  await tx.$executeRaw`
    WITH moved AS (
      UPDATE conversions SET status = ${to}::conversion_status, status_reason = ${reason}, updated_at = ${at}
      WHERE id = ANY(${[...conversionIds]}::uuid[]) AND status = ${from}::conversion_status RETURNING id
    )
    INSERT INTO conversion_transitions (id, conversion_id, "from", "to", reason, actor, actor_id, at)
    SELECT uuidv7(), id, ${from}::conversion_status, ${to}::conversion_status, ${reason}, ${actor}::ledger_actor, ${actorId}::uuid, ${at}
    FROM moved`
}

/**
 * Confirms sales whose lock period has ended and that have no open flag, oldest first. Each gets its final position
 * among the confirmed sales of the month when its lock period ended. After a crash at any step, the next run continues.
 * @returns the number of confirmed sales
 */
export async function confirmDue(db: Db, now = new Date(), signal?: AbortSignal): Promise<number> {
  let confirmed = 0
  const due = {
    status: 'pending',
    lockAt: { lte: now },
    flags: { none: { resolvedAt: null } },
  } satisfies Prisma.ConversionWhereInput
  while (!signal?.aborted) {
    const first = await db.conversion.findFirst({
      where: due,
      orderBy: [{ lockAt: 'asc' }, { id: 'asc' }],
      select: { partnerId: true },
    })
    if (!first) break
    confirmed += await db.$transaction(
      async (tx) => {
        await lockSales(tx, first.partnerId)
        const sales = await tx.conversion.findMany({
          where: { ...due, partnerId: first.partnerId },
          orderBy: [{ lockAt: 'asc' }, { id: 'asc' }],
          take: AT_ONCE,
          select: { id: true },
        })
        for (const { id } of sales) {
          await confirm(tx, id, now)
          await reportSale(tx, { id, partnerId: first.partnerId }, 'sale.confirmed', now)
        }
        return sales.length
      },
      { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
    )
  }
  return confirmed
}

async function confirm(tx: Prisma.TransactionClient, id: string, now: Date): Promise<void> {
  const sale = await tx.conversion.findUniqueOrThrow({
    where: { id },
    select: {
      partnerId: true,
      planId: true,
      ledgerCurrency: true,
      lockAt: true,
      confirmedAt: true,
      plan: { select: { basis: true } },
    },
  })
  const reason = 'the lock period ended'
  await moveConversion(tx, id, 'confirmed', { reason, actor: 'system' }, now)
  if (sale.confirmedAt) {
    // The store had marked the sale as a test in between. Its position stays, so there is nothing to settle and no
    // second entry.
    await tx.conversion.update({ where: { id }, data: { confirmedAt: now }, select: { id: true } })
    return
  }
  // Uses the month when the sale's lock period ended. Otherwise the rate would depend on when the job ran.
  const month = monthOf(sale.lockAt ?? now)
  const placed = { id, partnerId: sale.partnerId, planId: sale.planId ?? '', ledgerCurrency: sale.ledgerCurrency ?? '' }
  const monthPosition = await placeInMonth(tx, placed, month, sale.plan?.basis ?? 'sales_value', 'confirmed')
  await tx.conversion.update({ where: { id }, data: { confirmedAt: now, month, monthPosition }, select: { id: true } })
  const whyMoved = `its position among the confirmed sales of ${monthName(month)}`
  await settle(tx, id, now, { actor: 'system' }, whyMoved, reason)
}
