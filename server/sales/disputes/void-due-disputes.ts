import type { Approval, Prisma } from '#prisma/generated/client.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { countsStill } from '#server/two-people/money-policy.ts'
import { worthShown } from '../as-shown.ts'
import { FAILURES, isGivenUp, emailLateVoid, type Failure } from '../late-voids.ts'
import { holdsFrom } from '../flags.values.ts'
import { inTurn } from '../record-order.ts'
import { mayVoidAlone } from '../void-alone.ts'
import { settleDispute } from './decide-dispute.service.ts'
import { decideDisputeInput } from './disputes.schema.ts'

/**
 * Voids disputed sales that one administrator found not to count a day ago, if the amount is small, no other
 * administrator disagreed and the order has not changed. Other proposals wait for a second administrator. If a sale is
 * not voided at the announced time, the partner and all administrators get an email.
 * @returns the number of voided sales
 */
export async function voidDueDisputes(db: Db, siteUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  const waiting = await db.approval.findMany({
    where: { action: 'dispute_void', status: 'open' },
    orderBy: { proposedAt: 'asc' },
  })
  let count = 0
  for (const approval of waiting) {
    const [partnerId] = approval.partnerIds
    if (signal?.aborted || holdsFrom(approval.proposedAt) > now) break
    if (!partnerId) continue
    const shop = { db, siteUrl, partnerId }
    const settle = (giveUp?: Failure) =>
      inTurn(db, partnerId, async (tx) => {
        const failure = giveUp ?? (await voidIfDue(tx, shop, approval, now))
        if (failure !== 'voided' && failure !== 'over') await noteLateVoid(tx, siteUrl, approval.id, failure, now)
        return failure === 'voided'
      })
    try {
      if (await settle()) count++
    } catch (error) {
      if (isDatabaseAway(error) && !isTransactionOver(error)) throw error
      log.error({ err: error, approvalId: approval.id }, 'a disputed sale was not voided')
      // A transaction that was too slow says nothing about the sale: it may have waited for a large order file.
      if (approval.holdsFrom && isGivenUp(approval.holdsFrom, now) && !isTransactionOver(error)) await settle('error')
    }
  }
  return count
}

async function voidIfDue(
  tx: Prisma.TransactionClient,
  { db, siteUrl, partnerId }: { db: Db; siteUrl: string; partnerId: string },
  { id, subjectId, input, proposedById, proposedAt }: Approval,
  now: Date,
): Promise<'voided' | 'over' | Failure> {
  const decided = decideDisputeInput.safeParse(input)
  const dispute = await tx.saleDispute.findFirst({ where: { id: subjectId, outcome: null } })
  if (!dispute) return 'over'
  if (!decided.success) return 'error'
  const sale = await tx.conversion.findUniqueOrThrow({ where: { id: dispute.conversionId } })
  if (worthShown(sale) !== decided.data.worth) return 'changed'
  if (!(await countsStill(tx, proposedById, partnerId, now))) return 'proposer'
  if (!(await mayVoidAlone(tx, proposedById, { conversionId: sale.id, proposedAt }, now))) return 'amount'
  const { count } = await tx.approval.updateMany({
    where: { id, status: 'open' },
    data: { status: 'elapsed', decidedById: proposedById, decidedAt: now },
  })
  if (!count) return 'over'
  await settleDispute(tx, { db, visit: null, siteUrl, actorId: proposedById }, dispute, decided.data, now)
  return 'voided'
}

/** Reports a late void once. Does nothing if no time was announced, or if the failure has already been reported. */
async function noteLateVoid(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  id: string,
  failure: Failure,
  now: Date,
): Promise<void> {
  const approval = await tx.approval.findFirst({ where: { id, status: 'open', holdsFrom: { lte: now } } })
  if (!approval?.holdsFrom) return
  const { conversion: sale, partnerId } = await tx.saleDispute.findUniqueOrThrow({
    where: { id: approval.subjectId },
    include: { conversion: true },
  })
  await tx.approval.update({ where: { id }, data: { holdsFrom: null, failure: FAILURES[failure] } })
  await emailLateVoid(tx, siteUrl, { partnerId, sale, about: 'dispute', holdsFrom: approval.holdsFrom }, failure)
}
