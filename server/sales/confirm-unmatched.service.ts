import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasherOf, inTurn, storedFacts } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import type { SaleInput } from './sales.schema.ts'
import { storeRefunds } from './snapshot.ts'

/**
 * Records the partner's confirmation of a sale that no signal proves. From then on a commission is owed.
 * @throws AppError not_found; conflict if the sale cannot be confirmed
 */
export async function confirmUnmatched(
  { db, partner, viewer }: Pick<PartnerAsk, 'db' | 'partner' | 'viewer'>,
  { saleId }: SaleInput,
  now = new Date(),
): Promise<void> {
  const hashOf = await hasherOf(db)
  await inTurn(db, partner.id, async (tx) => {
    const stored = await tx.conversion.findFirst({
      where: { id: saleId, partnerId: partner.id },
      include: { lines: { orderBy: { place: 'asc' } } },
    })
    if (!stored) throw new AppError('not_found', 'Sale not found.')
    if (stored.status !== 'tracked' || (stored.matchLevel !== 'U' && stored.matchLevel !== 'D'))
      throw new AppError('conflict', 'This sale does not need your confirmation.')
    const { refunds } = await storeRefunds(tx, stored, [])
    const facts = { ...storedFacts(stored), refunds, hashOf, isConfirmedByPartner: true }
    const { status } = await reviseSale(tx, stored, facts, now, { actor: 'partner', actorId: viewer.userId })
    if (status !== 'pending') {
      const { statusReason } = await tx.conversion.findUniqueOrThrow({ where: { id: saleId } })
      throw new AppError('conflict', `This sale cannot be confirmed: ${statusReason}.`)
    }
  })
}
