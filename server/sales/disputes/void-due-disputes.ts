import type { Approval, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { countsStill } from '#server/two-people/money-policy.ts'
import { worthShown } from '../as-shown.ts'
import { holdsFrom } from '../flags.values.ts'
import { inTurn } from '../record-order.ts'
import { mayVoidAlone } from '../void-alone.ts'
import { settleDispute } from './decide-dispute.service.ts'
import { decideDisputeInput } from './disputes.schema.ts'

/**
 * Voids disputed sales a day after one administrator decided that they do not count, if the amount is small, no other
 * administrator disagreed and the order has not changed. Proposals by administrators who are no longer eligible stay
 * open.
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
    try {
      if (await inTurn(db, partnerId, (tx) => voidIfDue(tx, { db, siteUrl, partnerId }, approval, now))) count++
    } catch (error) {
      log.error({ err: error, approvalId: approval.id }, 'a disputed sale could not be voided')
    }
  }
  return count
}

async function voidIfDue(
  tx: Prisma.TransactionClient,
  { db, siteUrl, partnerId }: { db: Db; siteUrl: string; partnerId: string },
  { id, subjectId, input, proposedById, proposedAt }: Approval,
  now: Date,
): Promise<boolean> {
  const decided = decideDisputeInput.safeParse(input)
  const dispute = await tx.saleDispute.findFirst({ where: { id: subjectId, outcome: null } })
  if (!decided.success || !dispute) return false
  const sale = await tx.conversion.findUniqueOrThrow({ where: { id: dispute.conversionId } })
  if (worthShown(sale) !== decided.data.worth) return false
  if (!(await countsStill(tx, proposedById, partnerId, now))) return false
  if (!(await mayVoidAlone(tx, proposedById, { conversionId: sale.id, proposedAt }, now))) return false
  const { count } = await tx.approval.updateMany({
    where: { id, status: 'open' },
    data: { status: 'elapsed', decidedById: proposedById, decidedAt: now },
  })
  if (!count) return false
  await settleDispute(tx, { db, visit: null, siteUrl, actorId: proposedById }, dispute, decided.data, now)
  return true
}
