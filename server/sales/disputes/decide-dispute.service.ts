import type { Conversion, Prisma, SaleDispute } from '#prisma/generated/client.ts'
import { agreeOn, dropApproval } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { disputeDecided } from '#server/mail/money-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import type { Visit } from '#server/platform/visit.ts'
import { owedFor } from '../adjustments/bounds.ts'
import { assertWorthAsShown } from '../as-shown.ts'
import { inOneLine, rejectedBecause } from '../decide-status.ts'
import { holdsFrom } from '../flags.values.ts'
import { billedParty } from '../invoices/billed-party.ts'
import { moveConversion, type Move } from '../lifecycle.ts'
import { hasherOf, inTurn, storedFacts } from '../record-order.ts'
import { reportSale } from '../report-sale.ts'
import { reviseSale } from '../revise-sale.ts'
import { storeRefunds } from '../snapshot.ts'
import { ALONE, inBaseMinor, mayVoidAlone } from '../void-alone.ts'
import type { DecideDisputeInput } from './disputes.schema.ts'

const DECIDED = 'Someone has already decided on this dispute. Nothing was changed.'

/**
 * Decides a dispute. A sale that counts resumes its earlier state, with its store's later reports. A sale
 * that does not count is voided, as for a flag, once an independent administrator agrees. A small amount is also voided
 * a day later if nobody disagrees (void-due-disputes.ts). The partner gets an email each time.
 * @returns whether it waits for a second administrator, and when it takes effect without one (UTC; null for never)
 * @throws AppError not_found; as `agreeOn`; conflict if another administrator was faster, or if the store has changed
 *   the order since the page was opened
 */
export async function decideDispute(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { disputeId, worth, outcome, decision }: DecideDisputeInput,
  now = new Date(),
): Promise<{ isWaiting: boolean; holdsFrom: Date | null }> {
  const dispute = await db.saleDispute.findUnique({ where: { id: disputeId } })
  if (!dispute) throw new AppError('not_found', 'Dispute not found.')
  const { conversionId, partnerId } = dispute
  return inTurn(db, partnerId, async (tx) => {
    if (await tx.saleDispute.count({ where: { id: disputeId, outcome: { not: null } } }))
      throw new AppError('conflict', DECIDED)
    await assertWorthAsShown(tx, conversionId, worth)
    if (outcome === 'does_not_count' && (await owedFor(tx, conversionId)) !== 0n) {
      const sale = await tx.conversion.findUniqueOrThrow({ where: { id: conversionId } })
      const order = `${sale.orderName || sale.externalId} of ${formatMoney(sale.netMinor, sale.currency)}`
      const input = { disputeId, worth, outcome, decision }
      const summary = `Order ${order} does not count, so nothing is owed for it: ${decision}`
      const step = { action: 'dispute_void', subjectId: disputeId, partnerIds: [partnerId], input, summary } as const
      if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) {
        const isSmall = await mayVoidAlone(tx, viewer.userId, { conversionId, proposedAt: null }, now)
        const from = isSmall ? holdsFrom(now) : null
        await tx.approval.updateMany({
          where: { action: 'dispute_void', subjectId: disputeId, status: 'open' },
          data: { holdsFrom: from },
        })
        await tellPartner(tx, visit.siteUrl, sale, { outcome: 'waits', from, decision })
        return { isWaiting: true, holdsFrom: from }
      }
    } else {
      await assertMayMoveMoney(tx, { action: 'dispute_stands', by: viewer.userId, partnerId }, now)
      // This also settles a proposal that waited for a second administrator.
      await dropApproval(tx, { action: 'dispute_void', subjectId: disputeId }, viewer.userId, now)
    }
    const by = { db, visit, siteUrl: visit.siteUrl, actorId: viewer.userId }
    await settleDispute(tx, by, dispute, { outcome, decision }, now)
    return { isWaiting: false, holdsFrom: null }
  })
}

/**
 * Carries out a decision that enough people have agreed on. Call it in the partner's turn. `visit` is null for the job.
 */
export async function settleDispute(
  tx: Prisma.TransactionClient,
  { db, visit, siteUrl, actorId }: { db: Db; visit: Visit | null; siteUrl: string; actorId: string },
  { id: disputeId, conversionId, partnerId, fromStatus }: SaleDispute,
  { outcome, decision }: Pick<DecideDisputeInput, 'outcome' | 'decision'>,
  now: Date,
): Promise<void> {
  const by = { actor: 'admin', actorId } as const
  const aloneMinor = visit ? null : await inBaseMinor(tx, conversionId)
  await tx.saleDispute.update({
    where: { id: disputeId },
    data: { outcome, decision, decidedById: actorId, decidedAt: now },
  })
  await moveConversion(tx, conversionId, fromStatus, { ...by, reason: `dispute decided (${inOneLine(decision)})` }, now)
  const stored = await tx.conversion.update({
    where: { id: conversionId },
    data: outcome === 'stands' ? {} : { voidReason: rejectedBecause(decision) },
    include: { lines: { orderBy: { place: 'asc' } } },
  })
  // The decision on the dispute also settles findings that were proposed for its flags.
  await tx.conversionFlag.updateMany({
    where: { conversionId, resolvedAt: null },
    data: { proposedAt: null, proposedById: null, holdsFrom: null, failure: '', resolution: '' },
  })
  const { refunds } = await storeRefunds(tx, stored, [])
  const given = { ...storedFacts(stored), refunds, hashOf: await hasherOf(db) }
  const { isChanged } = await reviseSale(tx, stored, given, now, by)
  if (fromStatus === 'invoiced') await payIfPaid(tx, conversionId, { ...by, reason: 'its invoice was paid' }, now)
  // `reviseSale` has reported its changes, but not that the sale is no longer disputed.
  if (!isChanged || fromStatus === 'invoiced')
    await reportSale(tx, { id: conversionId, partnerId }, 'sale.changed', now)
  await tellPartner(tx, siteUrl, stored, { outcome, from: null, decision })
  const data = {
    conversionId,
    partnerId,
    before: 'disputed',
    after: outcome,
    decision,
    ...(aloneMinor !== null && { [ALONE]: Number(aloneMinor) }),
  }
  await writeAudit(db, visit, { actorId, action: 'dispute_decided', subjectId: disputeId, data }, tx)
}

async function tellPartner(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  { id: saleId, partnerId, orderName, externalId }: Conversion,
  judged: { outcome: DecideDisputeInput['outcome'] | 'waits'; from: Date | null; decision: string },
): Promise<void> {
  const { recipient } = await billedParty(tx, partnerId)
  const about = { siteUrl, ...recipient, orderName: orderName || externalId, saleId, ...judged }
  await queueMail(tx, { to: recipient.email, ...disputeDecided(about) })
}

/** Marks a sale as paid if it has no open invoice: its invoice may have been paid while the sale was disputed. */
async function payIfPaid(tx: Prisma.TransactionClient, id: string, move: Move, now: Date): Promise<void> {
  const open = await tx.invoiceLine.count({ where: { conversionId: id, invoice: { kind: 'invoice', status: 'open' } } })
  if (open === 0) await moveConversion(tx, id, 'paid', move, now)
}
