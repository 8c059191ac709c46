import { expect, test } from 'vitest'
import { answerOffer } from '#server/partners/plan-offers.service.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { createSeller, minutesAfter, PERFORMANCE, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { recordOrder } from './record-order.ts'

const here = useTestDatabase()

test('a sale uses the plan that was active when it was ordered, whenever it is reported', async () => {
  const { partner, click } = await createSeller(here.db)
  const { viewer } = await createPartnerAsk(here.db)
  const from = minutesAfter(new Date(), 10)
  const { id: offerId } = await here.db.planOffer.create({
    data: { partnerId: partner.id, planId: PERFORMANCE, fromAt: from },
  })
  await answerOffer(
    { db: here.db, visit: createVisit(), viewer, partner },
    { answer: 'accept', offerId, termsVersion: TERMS_VERSION, agreedToTerms: true },
  )
  const { id: clickId } = await click(minutesAfter(from, -60))
  const planOf = async (orderedAt: Date, id: string) => {
    const at = orderedAt.toISOString()
    const order = storeOrder({ id, orderedAt: at, paidAt: at, updatedAt: at, signals: [signal({ clickId })] })
    const { conversionId } = await recordOrder(here.db, partner.id, order, minutesAfter(from, 60))
    const sale = await here.db.conversion.findUniqueOrThrow({
      where: { id: conversionId ?? '' },
      select: { planId: true, status: true },
    })
    expect(sale.status).toBe('pending')
    return sale.planId
  }
  // The orders are reported in reverse order.
  expect(await planOf(from, `${clickId} b`)).toBe(PERFORMANCE)
  expect(await planOf(new Date(from.getTime() - 1), `${clickId} a`)).toBe(STANDARD)
  // Reporting them again changes neither.
  expect(await planOf(new Date(from.getTime() - 1), `${clickId} a`)).toBe(STANDARD)
})
