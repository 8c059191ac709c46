import type { Prisma } from '#prisma/generated/client.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { agreementInForce } from '#server/partners/plan-in-force.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { toMinor } from '#server/platform/money.schema.ts'
import { planTerms } from '../ledger/plan-terms.ts'
import { inTurn } from '../record-order.ts'
import { MAX_ADDED, type ProposeInput } from './adjustments.schema.ts'
import { refuseTooMuch } from './bounds.ts'

/**
 * Proposes an entry in a partner's ledger. It takes effect only if another administrator approves it.
 * @throws AppError not_found for the partner or the sale; as `assertMayMoveMoney`; bad_input for an amount out of
 *   bounds; conflict if the partner or its sale has nothing to adjust
 */
export async function proposeAdjustment(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, saleId, kind, amount, reason }: ProposeInput,
  now = new Date(),
): Promise<{ id: string }> {
  return inTurn(db, partnerId, async (tx) => {
    if (!(await tx.partner.count({ where: { id: partnerId } }))) throw new AppError('not_found', 'Partner not found.')
    await assertMayMoveMoney(tx, { action: 'adjustment', by: viewer.userId, partnerId }, now)
    const sale = saleId
      ? await tx.conversion.findFirst({ where: { id: saleId, partnerId }, select: { ledgerCurrency: true } })
      : null
    if (saleId && !sale) throw new AppError('not_found', 'Sale not found for this partner.')
    const currency = sale ? sale.ledgerCurrency : await currencyOf(tx, partnerId, now)
    if (!currency)
      throw new AppError('conflict', 'This partner has never owed commission, so there is no ledger to adjust.')
    const sign = amount.startsWith('-') ? -1n : 1n
    const minor = toMinor(amount.replace(/^[+-]/, ''), currency)
    if (minor === null || minor === 0n || (sign > 0n && minor > BigInt(MAX_ADDED)))
      throw new AppError('bad_input', `Enter an amount in ${currency} other than 0, up to 100,000.`, {
        field: 'amount',
      })
    const entry = { partnerId, conversionId: saleId || null, kind, amountMinor: sign * minor, currency }
    await refuseTooMuch(tx, entry)
    const { id } = await tx.adjustment.create({
      data: { ...entry, reason, proposedById: viewer.userId },
      select: { id: true },
    })
    const data = { ...entry, amountMinor: Number(entry.amountMinor), reason }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'adjustment_proposed', subjectId: id, data }, tx)
    return { id }
  })
}

/** Returns the currency of the current plan, not of a later one. */
async function currencyOf(tx: Prisma.TransactionClient, partnerId: string, now: Date): Promise<string | null> {
  const agreement = await agreementInForce(tx, partnerId, now)
  return agreement && (await planTerms(tx, agreement.planId)).currency
}
